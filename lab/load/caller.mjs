import { realClock, timed } from './arrivals.mjs';

const answerWithinMs = 60_000;

/** A call fails if it has no answer within `answerWithinMs`. */
export const patientFetch = (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(answerWithinMs) });

/** Makes calls for people and records their results. Calls never reject. */
export class Caller {
  constructor(system) {
    this.system = system;
    this.results = undefined;
  }

  /**
   * Makes a call whose intended time is `dueMs`. `mayBe`: codes of expected refusals. Resolves to the answer's body, or
   * to undefined if the call failed.
   */
  async call(person, route, sent, { dueMs, mayBe = [] }) {
    const { results } = this;
    const kind = route.method === 'GET' ? 'read' : 'act';
    const { latencies } = results.of(route.id, kind);
    const answer = await timed(latencies, dueMs, () => person.call(route, sent)).catch((error) => error);
    if (answer instanceof Error) return results.fail(`${route.id}: ${answer.cause?.code ?? answer.message}`);
    const { status, body } = answer;
    if (status >= 500) return results.fail(`${route.id}: ${status} ${body.code} ${body.requestId}`);
    if (status !== route.status) {
      if (mayBe.includes(body.code)) return results.refuse(route.id, kind, body.code);
      return results.findWrong(`${route.id}: ${status} ${body.code} ${body.message}`);
    }
    const parsed = route.answer.safeParse(body);
    if (!parsed.success) return results.findWrong(`${route.id}: ${parsed.error.issues[0]?.message}`);
    return body;
  }

  picture(path, dueMs) {
    return this.#fetch('picture', new URL(path, this.system.baseUrl), dueMs);
  }

  /** Sends a request to the bare server of the same run. */
  floor(address, dueMs) {
    return this.#fetch('floor', address, dueMs);
  }

  async #fetch(kind, url, dueMs) {
    const { results } = this;
    const fetched = async () => {
      const response = await patientFetch(url);
      return { status: response.status, bytes: (await response.arrayBuffer()).byteLength };
    };
    const { latencies } = results.of(kind, kind);
    const answer = await timed(latencies, dueMs, fetched).catch((error) => error);
    if (answer instanceof Error) return results.fail(`${kind}: ${answer.cause?.code ?? answer.message}`);
    if (answer.status >= 500) return results.fail(`${kind}: ${answer.status}`);
    if (answer.status !== 200 || answer.bytes === 0) results.findWrong(`${kind}: ${answer.status}`);
  }

  /** Waits until `ms` after `dueMs`, for instance while a person looks at a photo. Resolves to that time. */
  async after(dueMs, ms) {
    await realClock.until(dueMs + ms);
    return dueMs + ms;
  }
}
