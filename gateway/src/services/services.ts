import { setTimeout as sleep } from 'node:timers/promises';
import {
  accountRpc,
  assessmentsRpc,
  awaitInboxRpc,
  correctionsRpc,
  type ErrorCode,
  evaluationGroupsRpc,
  identityRpc,
  identitySupportRpc,
  photosRpc,
  type RequestContext,
  type Rpc,
  ratersRpc,
  supportAccountRpc,
  tokensRpc,
} from '@candid/contracts';
import { RemoteError, type RpcClient } from '@candid/platform';
import type { z } from 'zod';

export const ask = {
  identity: identityRpc,
  account: accountRpc,
  support: identitySupportRpc,
  photos: photosRpc,
  assessments: assessmentsRpc,
  groups: evaluationGroupsRpc,
  raters: ratersRpc,
  tokens: tokensRpc,
  supportAccount: supportAccountRpc,
  corrections: correctionsRpc,
} as const;

const PAUSE_MS = 100;
const READ_YOUR_WRITES_MS = 2_000;

/**
 * The four services, asked over NATS. A service that is restarting is waited for: every command carries an idempotency
 * key, so asking again cannot do a thing twice.
 */
export class Services {
  constructor(
    private readonly client: RpcClient,
    private readonly timeoutMs: number,
    private readonly patienceMs: number,
  ) {}

  /** @throws RemoteError with the service's code, or `UNAVAILABLE` when it did not answer within the patience */
  async call<Request extends z.ZodType, Reply extends z.ZodType>(
    rpc: Rpc<Request, Reply>,
    request: z.input<Request>,
    context: RequestContext,
    options: { timeoutMs?: number; patienceMs?: number } = {},
  ): Promise<z.output<Reply>> {
    const timeoutMs = options.timeoutMs ?? this.timeoutMs;
    // A try that was left unanswered, because the service died on the way, does not use up the patience for its successor.
    const giveUpAt = Date.now() + timeoutMs + (options.patienceMs ?? this.patienceMs);
    for (;;) {
      try {
        return await this.client.call(rpc, request, context, { timeoutMs });
      } catch (error) {
        if (!(error instanceof RemoteError) || error.code !== 'UNAVAILABLE' || Date.now() + PAUSE_MS > giveUpAt)
          throw error;
        await sleep(PAUSE_MS);
      }
    }
  }

  /**
   * For an act that follows one in another service: a refusal means "not yet" while `isBehind` says so of its code, and
   * the act is tried again.
   * @throws RemoteError as `act` does, or `UNAVAILABLE` when the patience has come to its end
   */
  async onceTakenIn<Result>(
    act: () => Promise<Result>,
    isBehind: (code: ErrorCode) => Promise<boolean>,
  ): Promise<Result> {
    const giveUpAt = Date.now() + this.patienceMs;
    for (;;) {
      try {
        return await act();
      } catch (error) {
        if (!(error instanceof RemoteError) || !(await isBehind(error.code))) throw error;
        if (Date.now() + PAUSE_MS > giveUpAt) throw new RemoteError('UNAVAILABLE', 'not yet taken in by every service');
        await sleep(PAUSE_MS);
      }
    }
  }

  /** Waits a bounded time until another service has taken these events in, so that the next read shows them. Never fails. */
  async settle(service: string, subscriber: string, eventIds: string[], context: RequestContext): Promise<void> {
    if (eventIds.length === 0) return;
    const request = { subscriber, eventIds, waitMs: READ_YOUR_WRITES_MS };
    await this.client
      .call(awaitInboxRpc(service), request, context, { timeoutMs: READ_YOUR_WRITES_MS + 500 })
      .catch(() => undefined);
  }
}
