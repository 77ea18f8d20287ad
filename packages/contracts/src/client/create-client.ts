import type { Route } from '../http/route.js';
import { ROUTE_GROUPS } from '../http/routes.js';
import { type AnswerOf, type CallInput, requestOf, urlOf } from './call-input.js';
import { newIdempotencyKey } from './idempotency-key.js';
import { RefusedError, refusedErrorOf } from './refused-error.js';

type Groups = typeof ROUTE_GROUPS;
type Merged<Group> = (Group extends unknown ? (group: Group) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Routes = Merged<Groups[keyof Groups]>;
type Call<R extends Route> =
  Record<never, never> extends CallInput<R>
    ? (input?: CallInput<R>) => Promise<AnswerOf<R>>
    : (input: CallInput<R>) => Promise<AnswerOf<R>>;

/** One method per call of the contract, by its name in the table of routes. */
export type Client = { readonly [Name in keyof Routes]: Routes[Name] extends Route ? Call<Routes[Name]> : never };

export interface ClientOptions {
  /** Without `/api`: `https://candid.example`. */
  baseUrl: string;
  /** The access token, or whatever gives the one of the moment. */
  token?: string | (() => string | undefined);
  /** How often a call is sent again when nobody answered or a part was down; a command keeps its key. 2 unless given. */
  repeatsMax?: number;
  fetch?: typeof globalThis.fetch;
}

const PAUSE_MAX_MS = 5_000;

/**
 * A typed client of everything that the contract publishes. Each call parses its answer by the route's schema and throws
 * RefusedError for a refusal; a connection that cannot be had throws what `fetch` throws.
 */
export function createClient(options: ClientOptions): Client {
  const calls = Object.values(ROUTE_GROUPS).flatMap((group) =>
    Object.entries(group as Record<string, Route>).map(([name, route]) => [
      name,
      (input: CallInput<Route> = {} as CallInput<Route>) => callRoute(route, input, options),
    ]),
  );
  return Object.fromEntries(calls) as Client;
}

async function callRoute(route: Route, input: CallInput<Route>, options: ClientOptions): Promise<unknown> {
  const { baseUrl, token, fetch = globalThis.fetch } = options;
  const key = route.method === 'GET' ? undefined : (input.idempotencyKey ?? newIdempotencyKey());
  const url = urlOf(route, input, baseUrl.replace(/\/$/, ''));
  const { signal } = input;
  const response = await persistently(options.repeatsMax ?? 2, signal, () => {
    const bearer = typeof token === 'function' ? token() : token;
    const request = requestOf(route, { ...input, idempotencyKey: key }, bearer);
    return fetch(url, { ...request, ...(signal ? { signal } : {}) });
  });
  const text = await response.text();
  if (!response.ok) throw refusedErrorOf(response, parsed(text));
  const answer = route.answer.safeParse(route.answerType ? text : parsed(text));
  if (!answer.success)
    throw new RefusedError(response.status, 'UNREADABLE', 'The answer is not what the contract says.');
  return answer.data;
}

async function persistently(
  repeatsMax: number,
  signal: AbortSignal | undefined,
  send: () => Promise<Response>,
): Promise<Response> {
  for (let repeat = 0; ; repeat += 1) {
    const response = await send().catch((error: unknown) => {
      if (repeat >= repeatsMax || signal?.aborted) throw error;
    });
    if (response && (response.status !== 503 || repeat >= repeatsMax)) return response;
    const waitMs = Number(response?.headers.get('retry-after') ?? 0.2) * 1_000;
    await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, PAUSE_MAX_MS)));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
