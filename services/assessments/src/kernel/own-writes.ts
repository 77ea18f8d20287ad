import type { RecordedEvent } from '@candid/event-store';
import { Projections } from '@candid/platform/persistence';
import { Injectable } from '@nestjs/common';
import { LIMITS } from './config.js';

export const ASSESSORS_PROJECTION = 'assessors';
export const FEED_PROJECTION = 'feed';
export const HIDDEN_PROJECTION = 'hidden';
export const MODERATION_PROJECTION = 'moderation';
export const PHOTO_ASSESSMENTS_PROJECTION = 'photo-assessments';
export const PROFILE_ASSESSMENTS_PROJECTION = 'profile-assessments';
export const SCORES_PROJECTION = 'scores';

/** An answer waits for a limited time until the read models contain the command's events (read your writes). */
@Injectable()
export class OwnWrites {
  constructor(private readonly projections: Projections) {}

  readonly shown = this.shownBy(
    ...[SCORES_PROJECTION, PHOTO_ASSESSMENTS_PROJECTION, FEED_PROJECTION, PROFILE_ASSESSMENTS_PROJECTION],
  );

  /** Waits for the feed, which the assessor sees next, and for the owner's read models. */
  readonly shownToAssessorAndOwner = this.shownBy(SCORES_PROJECTION, FEED_PROJECTION, ASSESSORS_PROJECTION);

  /** Waits for the read models that an assessor's next requests read after an opening: settings and pictures. */
  readonly shownToOpener = this.shownBy(
    ...[SCORES_PROJECTION, FEED_PROJECTION, PROFILE_ASSESSMENTS_PROJECTION, ASSESSORS_PROJECTION, HIDDEN_PROJECTION],
  );

  /** Includes the feed, because open profiles are sorted by the feed's rows about lately rated owners. */
  readonly shownInProfiles = this.shownBy(PROFILE_ASSESSMENTS_PROJECTION, FEED_PROJECTION, ASSESSORS_PROJECTION);

  readonly shownInBlocks = this.shownBy(HIDDEN_PROJECTION);

  readonly shownEverywhere = this.shownBy(
    ...[SCORES_PROJECTION, PHOTO_ASSESSMENTS_PROJECTION, PROFILE_ASSESSMENTS_PROJECTION],
    ...[FEED_PROJECTION, ASSESSORS_PROJECTION, HIDDEN_PROJECTION, MODERATION_PROJECTION],
  );

  readonly shownInCases = this.shownBy(MODERATION_PROJECTION);

  readonly shownInStandings = this.shownBy(ASSESSORS_PROJECTION);

  private shownBy(...names: string[]): (events: readonly RecordedEvent[]) => Promise<boolean> {
    return (events) => this.projections.waitForEvents(names, events, LIMITS.projectionWaitMs);
  }
}
