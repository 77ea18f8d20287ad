import type { ProjectionClass } from '@candid/platform/persistence';
import { RatersProjection } from './assessor-quality/raters.projection.js';
import { FeedProjection } from './feed/feed.projection.js';
import { TestsProjection } from './photo-assessment/tests.projection.js';
import { GroupsProjection } from './profile-assessment/groups.projection.js';
import { ScoresProjection } from './results/scores.projection.js';

/** Every projection of the service: run by it, rebuilt by `rebuild.ts`. */
export const projections: ProjectionClass[] = [
  ScoresProjection,
  TestsProjection,
  FeedProjection,
  GroupsProjection,
  RatersProjection,
];
