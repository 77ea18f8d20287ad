import { DomainError } from '@candid/event-store';
import {
  answerDeadline,
  FairQueue,
  type FairQueueOptions,
  networkOf,
  SITE,
  TooManyWaitingError,
} from '@candid/platform';
import { TEXTS } from './refusals.js';

/** The party for which work is queued. Work with `goesFirst` goes before the work of other parties. */
export interface Turn {
  party: string;
  goesFirst: boolean;
}

/** Turn for hashing the secrets of passkeys and staff accounts. Only the service and its staff cause this work. */
export const OWN_TURN: Turn = { party: 'service', goesFirst: true };

/** Turn of an account whose password, code, token or device has been recognised. */
export const turnOfAccount = (account: string): Turn => ({ party: `account ${account}`, goesFirst: true });

export const turnOfNetwork = (ip: string | undefined): Turn => ({
  party: `network ${networkOf(ip ?? '', SITE)}`,
  goesFirst: false,
});

/**
 * Runs expensive work that unknown people can cause. Parties take turns, and none can take more than its share of the
 * queue. Work leaves the queue if its caller stops waiting.
 */
export class WorkInTurn {
  private readonly queue: FairQueue;

  constructor(options: FairQueueOptions) {
    this.queue = new FairQueue(options);
  }

  /** @throws DomainError `RATE_LIMITED` if too many wait, `UNAVAILABLE` if the turn came too late */
  async run<Result>({ party, goesFirst }: Turn, work: () => Promise<Result>): Promise<Result> {
    const leave = await this.queue.take(party, { goesFirst, signal: answerDeadline() }).catch((error: unknown) => {
      throw refusalOf(error);
    });
    try {
      return await work();
    } finally {
      leave();
    }
  }
}

function refusalOf(error: unknown): unknown {
  // Does not throw `UNAVAILABLE`, because the gateway would repeat the call immediately.
  if (error instanceof TooManyWaitingError) {
    return new DomainError('RATE_LIMITED', TEXTS.tooManyAtOnce, [{ field: 'retryAfterSeconds', message: '2' }]);
  }
  const isDeadline = error instanceof DOMException && error.name === 'TimeoutError';
  return isDeadline ? new DomainError('UNAVAILABLE', 'The turn came too late.') : error;
}
