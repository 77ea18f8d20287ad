import { EventStore, sessionOfClient } from '@candid/event-store';
import { LOGGER, type Logger } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type AssessmentsSettings, SETTINGS } from '../config.js';
import { recordSubmissions } from './recent-submissions.rows.js';

/**
 * Keeps from which network a submission came. It runs after the commit, outside the batched append, and never fails the
 * submission: a row that is lost only weakens the search for linked accounts.
 */
@Injectable()
export class RecentSubmissions {
  constructor(
    private readonly store: EventStore,
    @Inject(SETTINGS) private readonly settings: AssessmentsSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async record(events: readonly { type: string; data: unknown }[], ip: string | undefined): Promise<void> {
    const { networkKey } = this.settings;
    await recordSubmissions(sessionOfClient(this.store.pool), events, { ip, networkKey }).catch((error: unknown) =>
      this.logger.warn({ err: error }, 'recent submission not recorded'),
    );
  }
}
