import type { RecordedEvent } from '@candid/event-store';
import { PLATFORM, type Platform, wake } from '@candid/platform';
import { Projections } from '@candid/platform/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from './config.js';

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

export const ASSESSORS_PROJECTION = 'assessors';

export const FEED_PROJECTION = 'feed';

export const HIDDEN_PROJECTION = 'hidden';

export const MODERATION_PROJECTION = 'moderation';

export const PHOTO_ASSESSMENTS_PROJECTION = 'photo-assessments';

export const PROFILE_ASSESSMENTS_PROJECTION = 'profile-assessments';

export const SCORES_PROJECTION = 'scores';
