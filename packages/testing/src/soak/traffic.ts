import { setTimeout as delay } from 'node:timers/promises';

export interface Trouble {
  atMs: number;
  /** The answer's status; `cut` where the connection ended without one. */
  outcome: number | 'cut';
  what: string;
}

const TRIES_MAX = 20;
const PAUSE_MS = 500;

/** Every request of a load: what came back, and how often a request had to be sent again under its key. */
export class Traffic {
  readonly statuses = new Map<number | 'cut', number>();
  readonly troubles: Trouble[] = [];
  requests = 0;
  /** Requests that were sent more than once, and the most tries that one of them took. */
  repeated = 0;
  triesMost = 1;
  underWayMost = 0;
  private underWay = 0;

  /** As a client does that has not been answered: the same request, with its key, until there is an answer. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    for (let tries = 1; ; tries += 1) {
      const response = await this.once(input, init);
      if (response && response.status < 500) {
        if (tries > 1) this.repeated += 1;
        this.triesMost = Math.max(this.triesMost, tries);
        return response;
      }
      if (tries === TRIES_MAX) throw new Error(`${whatOf(input, init)} has had no answer in ${tries} tries`);
      await delay(PAUSE_MS);
    }
  };

  /** @returns undefined where the connection ended without an answer */
  async once(input: string | URL | Request, init?: RequestInit): Promise<Response | undefined> {
    this.requests += 1;
    this.underWay += 1;
    this.underWayMost = Math.max(this.underWayMost, this.underWay);
    let outcome: number | 'cut' = 'cut';
    let from = '';
    try {
      const answer = await fetch(input, init);
      // Read to its end here, so that an answer that breaks off is none. A stream has no end.
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
      const response = isStream ? answer : await wholeOf(answer);
      outcome = answer.status;
      from = answer.headers.get('x-edge') ?? '';
      return response;
    } catch (error) {
      if (init?.signal?.aborted) throw error;
      return undefined;
    } finally {
      this.underWay -= 1;
      this.statuses.set(outcome, (this.statuses.get(outcome) ?? 0) + 1);
      const what = [whatOf(input, init), from && `(edge: ${from})`].filter(Boolean).join(' ');
      if ((outcome === 'cut' && !init?.signal?.aborted) || Number(outcome) >= 500) this.report(outcome, what);
    }
  }

  report(outcome: Trouble['outcome'], what: string): void {
    this.troubles.push({ atMs: Date.now(), outcome, what });
  }
}

async function wholeOf(answer: Response): Promise<Response> {
  const body = await answer.arrayBuffer();
  const hasBody = ![204, 304].includes(answer.status);
  return new Response(hasBody ? body : null, { status: answer.status, headers: answer.headers });
}

function whatOf(input: string | URL | Request, init?: RequestInit): string {
  const url = new URL(input instanceof Request ? input.url : input);
  // Ids are of no use to whoever reads this.
  return `${init?.method ?? 'GET'} ${url.pathname.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')}`;
}
