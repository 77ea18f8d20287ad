import type { RecordedEvent } from '@candid/event-store';
import { PLATFORM, type Platform, wake } from '@candid/platform';
import { Projections } from '@candid/platform/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { ASSESSORS_PROJECTION } from './assessor-quality/assessors.projection.js';
import { LIMITS } from './config.js';
import { FEED_PROJECTION } from './feed/feed.projection.js';
import { HIDDEN_PROJECTION } from './moderation/blocks/hidden.projection.js';
import { MODERATION_PROJECTION } from './moderation/moderation.projection.js';
import { PHOTO_ASSESSMENTS_PROJECTION } from './photo-assessment/photo-assessments.projection.js';
import { PROFILE_ASSESSMENTS_PROJECTION } from './profile-assessment/profile-assessments.projection.js';
import { SCORES_PROJECTION } from './results/scores.projection.js';

/** Read your writes: an answer waits, bounded, until the read models show what its command appended. */
@Injectable()
export class OwnWrites {
  constructor(
    private readonly projections: Projections,
    @Inject(PLATFORM) private readonly platform: Pick<Platform, 'nats' | 'service'>,
  ) {}

  async shown(events: readonly RecordedEvent[]): Promise<void> {
    await this.wait(
      [SCORES_PROJECTION, PHOTO_ASSESSMENTS_PROJECTION, FEED_PROJECTION, PROFILE_ASSESSMENTS_PROJECTION],
      events,
    );
  }

  /** To the assessor, who goes on with the feed, and to the owner. */
  async shownToAssessorAndOwner(events: readonly RecordedEvent[]): Promise<void> {
    await this.wait([SCORES_PROJECTION, FEED_PROJECTION, ASSESSORS_PROJECTION], events);
    if (events.length > 0) this.wakeWorker();
  }

  /** To the assessor, who is told what is asked about the photos, and asks for their pictures. */
  async shownToOpener(events: readonly RecordedEvent[]): Promise<void> {
    const ofPhotos = [SCORES_PROJECTION, FEED_PROJECTION, PROFILE_ASSESSMENTS_PROJECTION];
    await this.wait([...ofPhotos, ASSESSORS_PROJECTION, HIDDEN_PROJECTION], events);
  }

  /** The feed shows whom an assessor has assessed lately. */
  async shownInProfiles(events: readonly RecordedEvent[]): Promise<void> {
    await this.wait([PROFILE_ASSESSMENTS_PROJECTION, FEED_PROJECTION, ASSESSORS_PROJECTION], events);
  }

  /** Whom and what assessors are not shown. */
  async shownInBlocks(events: readonly RecordedEvent[]): Promise<void> {
    await this.wait([HIDDEN_PROJECTION], events);
  }

  /** A hold, a report or a decision: whatever it changed about photos, profiles, slots and people. */
  async shownEverywhere(events: readonly RecordedEvent[]): Promise<void> {
    const ofOwner = [SCORES_PROJECTION, PHOTO_ASSESSMENTS_PROJECTION, PROFILE_ASSESSMENTS_PROJECTION];
    const ofAssessor = [FEED_PROJECTION, ASSESSORS_PROJECTION, HIDDEN_PROJECTION];
    await this.wait([...ofOwner, ...ofAssessor, MODERATION_PROJECTION], events);
  }

  async shownInCases(events: readonly RecordedEvent[]): Promise<void> {
    await this.wait([MODERATION_PROJECTION], events);
  }

  async shownInStandings(events: readonly RecordedEvent[]): Promise<void> {
    await this.wait([ASSESSORS_PROJECTION], events);
  }

  /** The work that the events ask for is recorded now, with the sums. */
  private wakeWorker(): void {
    const { nats, service } = this.platform;
    wake(nats, service);
  }

  private wait(names: string[], events: readonly RecordedEvent[]): Promise<boolean> {
    return this.projections.waitForEvents(names, events, LIMITS.projectionWaitMs);
  }
}
