import type { ProjectionClass } from '@candid/platform/persistence';
import { AssessorsProjection } from './assessor-quality/assessors.projection.js';
import { FeedProjection } from './feed/feed.projection.js';
import { HiddenProjection } from './moderation/blocks/hidden.projection.js';
import { ModerationProjection } from './moderation/moderation.projection.js';
import { PhotoAssessmentsProjection } from './photo-assessment/photo-assessments.projection.js';
import { ProfileAssessmentsProjection } from './profile-assessment/profile-assessments.projection.js';
import { ScoresProjection } from './results/scores.projection.js';

/** Every projection of the service: run by it, rebuilt by `rebuild.ts`. */
export const projections: ProjectionClass[] = [
  ScoresProjection,
  PhotoAssessmentsProjection,
  FeedProjection,
  ProfileAssessmentsProjection,
  AssessorsProjection,
  HiddenProjection,
  ModerationProjection,
];
