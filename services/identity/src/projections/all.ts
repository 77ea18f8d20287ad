import type { ProjectionClass } from '@candid/platform/persistence';
import { AccountProjection } from './account/account.projection.js';

/** Every projection of the service: run by it, rebuilt by `rebuild.ts`. */
export const projections: ProjectionClass[] = [AccountProjection];
