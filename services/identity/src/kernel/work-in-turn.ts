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

/** The party whose turn a piece of work takes. */
export interface Turn {
  party: string;
  goesFirst: boolean;
}

/** For what the service or its staff set up. */
export const OWN_TURN: Turn = { party: 'service', goesFirst: true };

/** For an account whose password, code, token or device has been recognised. */
export const turnOfAccount = (account: string): Turn => ({ party: `account ${account}`, goesFirst: true });

export const turnOfNetwork = (ip: string | undefined): Turn => ({
  party: `network ${networkOf(ip ?? '', SITE)}`,
  goesFirst: false,
});

/**
 * Runs work that costs much for unknown people. Parties take turns, and none can take more than its share of the
 * queue. Work leaves the queue when the caller of the message at hand gives up.
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
  // Not `UNAVAILABLE`, after which the gateway would ask again at once.
  if (error instanceof TooManyWaitingError) {
    return new DomainError('RATE_LIMITED', TEXTS.tooManyAtOnce, [{ field: 'retryAfterSeconds', message: '2' }]);
  }
  const isDeadline = error instanceof DOMException && error.name === 'TimeoutError';
  return isDeadline ? new DomainError('UNAVAILABLE', 'The turn came too late.') : error;
}
