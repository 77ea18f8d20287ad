import { setTimeout as sleep } from 'node:timers/promises';
import {
  accountAssessingRpc,
  accountRpc,
  assessmentsRpc,
  assessorStandingRpc,
  catchUpRpc,
  correctionsRpc,
  identityRpc,
  identitySupportRpc,
  linkedAccountsRpc,
  moderationRpc,
  noticesRpc,
  photosRpc,
  profileAssessmentsRpc,
  type RequestContext,
  type Rpc,
  reportsRpc,
  secondFactorRpc,
  supportAccountRpc,
  supportLedgerRpc,
  tokensRpc,
} from '@candid/contracts';
import { RemoteError, type RpcClient } from '@candid/platform';
import type { z } from 'zod';
import { type Facts, factsBehind } from './not-yet.js';

export const ask = {
  identity: identityRpc,
  account: accountRpc,
  secondFactor: secondFactorRpc,
  support: identitySupportRpc,
  photos: photosRpc,
  assessments: assessmentsRpc,
  profiles: profileAssessmentsRpc,
  standing: assessorStandingRpc,
  linkedAccounts: linkedAccountsRpc,
  reports: reportsRpc,
  moderation: moderationRpc,
  notices: noticesRpc,
  tokens: { ...tokensRpc, ...supportLedgerRpc },
  supportAccount: { ...supportAccountRpc, ...accountAssessingRpc },
  corrections: correctionsRpc,
} as const;

/** Pause between two tries. The pause doubles, so that an overloaded service does not get ten requests a second. */
const PAUSE_MS = { first: 100, longest: 800 };
const CATCH_UP_MS = 1_000;

export interface CallOptions {
  timeoutMs?: number;
  /** Lower bound of the timeout; a longer configured timeout applies instead. */
  timeoutMinMs?: number;
  patienceMs?: number;
  /** Lower bound of the patience; a longer configured patience applies instead. */
  patienceMinMs?: number;
}

/** @throws RemoteError as `Services.call` does */
export type ServiceCall = <Request extends z.ZodType, Reply extends z.ZodType>(
  rpc: Rpc<Request, Reply>,
  request: z.input<Request>,
  options?: CallOptions,
) => Promise<z.output<Reply>>;

/**
 * Waits for a service that is restarting. Every command has an idempotency key, so a repeat has no effect. If a
 * refusal may be due to events that the service has not handled yet, waits for these events and repeats the call.
 */
export class Services {
  private readonly asked = new WeakSet<RequestContext>();

  constructor(
    private readonly client: RpcClient,
    private readonly timeoutMs: number,
    private readonly patienceMs: number,
  ) {}

  /** @throws RemoteError with the service's code, or `UNAVAILABLE` at the end of the patience */
  async call<Request extends z.ZodType, Reply extends z.ZodType>(
    rpc: Rpc<Request, Reply>,
    request: z.input<Request>,
    context: RequestContext,
    options: CallOptions = {},
  ): Promise<z.output<Reply>> {
    this.asked.add(context);
    const act = () => this.patiently(rpc, request, context, options);
    try {
      return await act();
    } catch (error) {
      const facts = error instanceof RemoteError ? factsBehind(rpc, error.code) : [];
      if (facts.length === 0) throw error;
      await Promise.all(facts.map((wanted) => this.awaitFacts(wanted, context)));
      return act();
    }
  }

  callsFor(context: RequestContext): ServiceCall {
    return (rpc, request, options) => this.call(rpc, request, context, options);
  }

  hasAsked(context: RequestContext): boolean {
    return this.asked.has(context);
  }

  /** @throws RemoteError `UNAVAILABLE` at the end of the patience */
  async awaitFacts({ service, sources, work = false }: Facts, context: RequestContext): Promise<void> {
    const giveUpAt = performance.now() + this.patienceMs;
    const { requestId, traceparent } = context;
    const asked = { requestId, roles: [], ...(traceparent !== undefined && { traceparent }) };
    do {
      const wanted = { sources: [...sources], work, waitMs: CATCH_UP_MS };
      // Callers share catch-up runs, so this call may wait for the end of the current run and then for the next run.
      const options = { timeoutMs: 2 * CATCH_UP_MS + 1_000, patienceMs: Math.max(0, giveUpAt - performance.now()) };
      const { caughtUp } = await this.patiently(catchUpRpc(service), wanted, asked, options);
      if (caughtUp) return;
    } while (performance.now() < giveUpAt);
    throw new RemoteError('UNAVAILABLE', `${service} has not yet taken in what others have committed`);
  }

  private async patiently<Request extends z.ZodType, Reply extends z.ZodType>(
    rpc: Rpc<Request, Reply>,
    request: z.input<Request>,
    context: RequestContext,
    options: CallOptions,
  ): Promise<z.output<Reply>> {
    const timeoutMs = options.timeoutMs ?? Math.max(this.timeoutMs, options.timeoutMinMs ?? 0);
    // Adds one timeout to the patience: if a process dies during a try, that try lasts its whole timeout.
    const giveUpAt =
      performance.now() + timeoutMs + (options.patienceMs ?? Math.max(this.patienceMs, options.patienceMinMs ?? 0));
    const leftMs = () => Math.floor(giveUpAt - performance.now());
    for (let pauseMs = PAUSE_MS.first; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MS.longest)) {
      try {
        return await this.client.call(rpc, request, context, { timeoutMs: Math.min(timeoutMs, Math.max(1, leftMs())) });
      } catch (error) {
        if (!(error instanceof RemoteError) || error.code !== 'UNAVAILABLE' || leftMs() <= pauseMs) throw error;
        await sleep(pauseMs);
      }
    }
  }
}

/**
 * Reads data for the answer to a finished command. If the read fails with `UNAVAILABLE` or `INTERNAL`, returns
 * `lastKnown`: either code would tell the client that nothing was done. If `lastKnown` is undefined, or the read fails
 * with another code, throws the read's error.
 */
export async function orLastKnown<Value>(read: Promise<Value>, lastKnown: Value | undefined): Promise<Value> {
  try {
    return await read;
  } catch (error) {
    const isAway = error instanceof RemoteError && (error.code === 'UNAVAILABLE' || error.code === 'INTERNAL');
    if (!isAway || lastKnown === undefined) throw error;
    return lastKnown;
  }
}
