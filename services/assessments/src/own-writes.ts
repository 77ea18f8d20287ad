import type { RecordedEvent } from '@candid/event-store';
import { PLATFORM, type Platform, wake } from '@candid/platform';
import { Projections } from '@candid/platform/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { RATERS_PROJECTION } from './assessor-quality/raters.projection.js';
import { LIMITS } from './config.js';
import { FEED_PROJECTION } from './feed/feed.projection.js';
import { TESTS_PROJECTION } from './photo-assessment/tests.projection.js';
import { GROUPS_PROJECTION } from './profile-assessment/groups.projection.js';
import { SCORES_PROJECTION } from './results/scores.projection.js';

/** Read your writes: an answer waits, bounded, until the read models show what its command appended. */
@Injectable()
export class OwnWrites {
  constructor(
    @Inject(Projections) private readonly projections: Projections,
    @Inject(PLATFORM) private readonly platform: Pick<Platform, 'nats' | 'service'>,
  ) {}

  async shown(events: readonly RecordedEvent[]): Promise<void> {
    await this.wait([SCORES_PROJECTION, TESTS_PROJECTION, FEED_PROJECTION, GROUPS_PROJECTION], events);
  }

  /** To the rater, who goes on with the feed, and to the owner. */
  async shownToRaterAndOwner(events: readonly RecordedEvent[]): Promise<void> {
    await this.wait([SCORES_PROJECTION, FEED_PROJECTION, RATERS_PROJECTION], events);
    if (events.length > 0) this.wakeWorker();
  }

  /** To the assessor, who is told what is asked about the photos, and asks for their pictures. */
  async shownToOpener(events: readonly RecordedEvent[]): Promise<void> {
    await this.wait([SCORES_PROJECTION, FEED_PROJECTION, GROUPS_PROJECTION, RATERS_PROJECTION], events);
  }

  /** The feed knows whom an assessor has evaluated lately. */
  async shownInGroups(events: readonly RecordedEvent[]): Promise<void> {
    await this.wait([GROUPS_PROJECTION, FEED_PROJECTION, RATERS_PROJECTION], events);
  }

  async shownInStandings(events: readonly RecordedEvent[]): Promise<void> {
    await this.wait([RATERS_PROJECTION], events);
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
