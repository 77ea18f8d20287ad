import type { RecordedEvent } from '@candid/event-store';
import { PLATFORM, type Platform, wake } from '@candid/platform';
import { Projections } from '@candid/platform/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from './config.js';

/** Implements read your writes: an answer waits for a limited time until the read models contain the command's events. */
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

  /** Waits for what the assessor sees next, which is the feed, and for what the owner sees. */
  async shownToAssessorAndOwner(events: readonly RecordedEvent[]): Promise<void> {
    await this.wait([SCORES_PROJECTION, FEED_PROJECTION, ASSESSORS_PROJECTION], events);
    if (events.length > 0) this.wakeWorker();
  }

  /** Waits for what the assessor requests after an opening: the settings of the photos and their pictures. */
  async shownToOpener(events: readonly RecordedEvent[]): Promise<void> {
    const ofPhotos = [SCORES_PROJECTION, FEED_PROJECTION, PROFILE_ASSESSMENTS_PROJECTION];
    await this.wait([...ofPhotos, ASSESSORS_PROJECTION, HIDDEN_PROJECTION], events);
  }

  /** Includes the feed, because it sorts by which owners the assessor has rated lately. */
  async shownInProfiles(events: readonly RecordedEvent[]): Promise<void> {
    await this.wait([PROFILE_ASSESSMENTS_PROJECTION, FEED_PROJECTION, ASSESSORS_PROJECTION], events);
  }

  async shownInBlocks(events: readonly RecordedEvent[]): Promise<void> {
    await this.wait([HIDDEN_PROJECTION], events);
  }

  /** Waits for every read model that a hold, a report or a decision changes. */
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

  /** Wakes the worker early, because the events have requested work for it. */
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
