import { RETENTION } from '@candid/contracts';
import { EventStore, inTransaction, sessionOfClient } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { type LinkPolicy, mutualGroups, networkGroups } from './domain/linked-accounts.js';
import { beginSearch, replaceLinkedGroups } from './linked-accounts.rows.js';
import { givingsBeyondChance, pairsInStep, rewardPairs } from './submission-habits.rows.js';

/** Of one query: 12 s for a million submissions. A transaction that only reads holds no reader of events up. */
const QUERY_TIMEOUT_MS = 300_000;

export interface LinkSearch extends LinkPolicy {
  everyMs: number;
}

/**
 * Finds accounts that mostly rate one another, or share a network and a habit, and shows them to support. Nothing else
 * follows from it. It reads the last 30 days in three queries and writes their few results in one short transaction.
 */
@Injectable()
export class FindLinkedAccounts {
  constructor(private readonly store: EventStore) {}

  /** @returns how many groups were found; undefined if no search is due */
  async run(now: Date, search: LinkSearch): Promise<number | undefined> {
    const session = sessionOfClient(this.store.pool);
    if (!(await beginSearch(session, now, search.everyMs))) return undefined;
    const window = { ...search, since: new Date(now.getTime() - RETENTION.submissionNetworkMs) };
    const { mutual, onNetworks } = await inTransaction(this.store.pool, async (reading) => {
      await reading.query('set transaction read only');
      await reading.query(`set local statement_timeout = ${QUERY_TIMEOUT_MS}`);
      const steps = await pairsInStep(reading, window);
      const rewards = await rewardPairs(reading, window);
      return { mutual: await givingsBeyondChance(reading, window), onNetworks: [...steps, ...rewards] };
    });
    const groups = [...mutualGroups(mutual.givings, mutual.given, search), ...networkGroups(onNetworks)];
    await inTransaction(this.store.pool, (within) => replaceLinkedGroups(within, groups, now));
    return groups.length;
  }
}
