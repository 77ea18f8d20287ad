import type { RecordedEvent } from '@candid/event-store';
import { PLATFORM, type Platform, wake } from '@candid/platform';
import { Projections } from '@candid/platform/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '../config.js';
import { FEED_PROJECTION } from '../projections/feed/feed.projection.js';
import { GROUPS_PROJECTION } from '../projections/groups/groups.projection.js';
import { RATERS_PROJECTION } from '../projections/raters/raters.projection.js';
import { SCORES_PROJECTION } from '../projections/scores/scores.projection.js';
import { TESTS_PROJECTION } from '../projections/tests/tests.projection.js';

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
    await this.wait([SCORES_PROJECTION, FEED_PROJECTION], events);
    if (events.length > 0) this.wakeWorker();
  }

  async shownInFeed(events: readonly RecordedEvent[]): Promise<void> {
    await this.wait([FEED_PROJECTION], events);
  }

  /** The feed knows whom an assessor has evaluated lately. */
  async shownInGroups(events: readonly RecordedEvent[]): Promise<void> {
    await this.wait([GROUPS_PROJECTION, FEED_PROJECTION], events);
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
