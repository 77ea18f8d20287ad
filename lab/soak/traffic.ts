import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

export interface Trouble {
  /** Time of the failure. `sentMs` is the time of the request. */
  atMs: number;
  sentMs: number;
  /** Status of the answer; `cut` if the connection ended without a complete answer. */
  outcome: number | 'cut';
  what: string;
}

/** One request, from its start to the end of its answer. */
export interface Attempt {
  /** The service of a steady read; undefined for a request of the load. */
  of?: string;
  startedMs: number;
  endedMs: number;
  isFailure: boolean;
}

/** Time for which a client waits for one answer before it closes the connection. */
const ANSWER_WITHIN_MS = 60_000;
const GIVE_UP_AFTER_MS = 120_000;
const PAUSE_MS = 500;
/** Delay before a refused request is retried. If the retry succeeds, the refusal was wrong. */
const MOMENT_MS = 1_500;

/** Records all requests of a load: their outcomes, and how often each was repeated with the same idempotency key. */
export class Traffic {
  readonly statuses = new Map<number | 'cut', number>();
  readonly troubles: Trouble[] = [];
  /** All requests except streams of live updates, which do not end. */
  readonly attempts: Attempt[] = [];
  /** Wrong refusals: of a retry with the same idempotency key, or of a request that is accepted a moment later. */
  readonly falseRefusals: string[] = [];
  requests = 0;
  /** Number of repeated requests. `triesMost`: the largest number of tries of one request. */
  repeated = 0;
  triesMost = 1;
  underWayMost = 0;
  private underWay = 0;

  /** Repeats an unanswered request with the same idempotency key until it is answered, as a client does. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const startedAt = performance.now();
    for (let tries = 1; ; tries += 1) {
      const response = await this.once(input, init);
      if (response && response.status < 500) {
        if (tries > 1) this.repeated += 1;
        this.triesMost = Math.max(this.triesMost, tries);
        return response.status < 400 ? response : this.refused(response, tries, input, init);
      }
      if (performance.now() - startedAt > GIVE_UP_AFTER_MS)
        throw new Error(`${whatOf(input, init)} has had no answer in ${tries} tries`);
      await delay(PAUSE_MS);
    }
  };

  /** Records a refusal that proves wrong. The load makes no request that the system should refuse. */
  private async refused(refusal: Response, tries: number, input: string | URL | Request, init?: RequestInit) {
    const { code } = (await refusal.clone().json()) as { code?: string };
    const what = `${refusal.status} ${code} for ${whatOf(input, init)}`;
    if (tries > 1) {
      this.falseRefusals.push(`${what} after a failure under the same key`);
      return refusal;
    }
    await delay(MOMENT_MS);
    const again = await this.once(input, withAnotherKey(init));
    if (!again || again.status >= 400) return refusal;
    this.falseRefusals.push(`${what}, accepted a moment later`);
    return again;
  }

  /** @returns undefined if the connection ended without an answer */
  async once(input: string | URL | Request, init?: RequestInit): Promise<Response | undefined> {
    this.requests += 1;
    this.underWay += 1;
    this.underWayMost = Math.max(this.underWayMost, this.underWay);
    const startedMs = Date.now();
    let outcome: number | 'cut' = 'cut';
    let from = '';
    let isStream = false;
    try {
      const signal = init?.signal ?? AbortSignal.timeout(ANSWER_WITHIN_MS);
      const answer = await fetch(input, { ...init, signal });
      // Reads the whole answer here, so that an incomplete answer counts as cut. A stream is left out: it never ends.
      isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
      const response = isStream ? answer : await wholeOf(answer);
      outcome = answer.status;
      from = answer.headers.get('x-edge') ?? '';
      return response;
    } catch (error) {
      if (init?.signal?.aborted) throw error;
      return undefined;
    } finally {
      this.underWay -= 1;
      const isFailure = outcome === 'cut' || outcome >= 500;
      if (!isStream && !init?.signal) this.attempts.push({ startedMs, endedMs: Date.now(), isFailure });
      this.statuses.set(outcome, (this.statuses.get(outcome) ?? 0) + 1);
      const what = [whatOf(input, init), from && `(edge: ${from})`].filter(Boolean).join(' ');
      if (isFailure && !init?.signal?.aborted) this.report(outcome, what, startedMs);
    }
  }

  report(outcome: Trouble['outcome'], what: string, sentMs = Date.now()): void {
    this.troubles.push({ atMs: Date.now(), sentMs, outcome, what });
  }
}

async function wholeOf(answer: Response): Promise<Response> {
  const body = await answer.arrayBuffer();
  const hasBody = ![204, 304].includes(answer.status);
  return new Response(hasBody ? body : null, { status: answer.status, headers: answer.headers });
}

function withAnotherKey(init: RequestInit = {}): RequestInit {
  const headers = new Headers(init.headers);
  if (headers.has('idempotency-key')) headers.set('idempotency-key', randomUUID());
  return { ...init, headers };
}

function whatOf(input: string | URL | Request, init?: RequestInit): string {
  const url = new URL(input instanceof Request ? input.url : input);
  // Replaces ids, which are different in each run.
  return `${init?.method ?? 'GET'} ${url.pathname.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')}`;
}
