import type { ProjectionClass } from '@candid/platform/persistence';
import { PhotoProjection } from './listing/photo.projection.js';

/** Every projection of the service: run by it, rebuilt by `rebuild.ts`. */
export const projections: ProjectionClass[] = [PhotoProjection];
