import type { ProjectionClass } from '@candid/platform/persistence';
import { FeedProjection } from './feed/feed.projection.js';
import { GroupsProjection } from './groups/groups.projection.js';
import { RatersProjection } from './raters/raters.projection.js';
import { ScoresProjection } from './scores/scores.projection.js';
import { TestsProjection } from './tests/tests.projection.js';

/** Every projection of the service: run by it, rebuilt by `rebuild.ts`. */
export const projections: ProjectionClass[] = [
  ScoresProjection,
  TestsProjection,
  FeedProjection,
  GroupsProjection,
  RatersProjection,
];
