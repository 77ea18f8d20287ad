import type { z } from 'zod';
import { type ErrorCode, type FieldIssue, Refusal } from './error-codes.js';
import type { Route } from './http/route.js';
import { ROUTE_GROUPS } from './http/routes.js';

type Groups = typeof ROUTE_GROUPS;
type Merged<Group> = (Group extends unknown ? (group: Group) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Routes = Merged<Groups[keyof Groups]>;
type Call<R extends Route> =
  Record<never, never> extends CallInput<R>
    ? (input?: CallInput<R>) => Promise<AnswerOf<R>>
    : (input: CallInput<R>) => Promise<AnswerOf<R>>;

export type Client = { readonly [Name in keyof Routes]: Routes[Name] extends Route ? Call<Routes[Name]> : never };

interface ClientOptions {
  /** URL without `/api`, for example `https://candid.example`. */
  baseUrl: string;
  token?: string | (() => string | undefined);
  /** Largest number of retries after no answer or a 503. Retries use the same idempotency key. Default: 2. */
  repeatsMax?: number;
  fetch?: typeof globalThis.fetch;
}

const PAUSE_MAX_MS = 5_000;

/**
 * Parses each answer by the route's schema. Throws RefusedError if the server refuses, or the error of `fetch` if there
 * is no connection.
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

type Part<R extends Route, Name extends 'params' | 'query' | 'body'> = R[Name] extends z.ZodType
  ? undefined extends z.input<R[Name]>
    ? { [Key in Name]?: z.input<R[Name]> }
    : { [Key in Name]: z.input<R[Name]> }
  : { [Key in Name]?: undefined };

export type CallInput<R extends Route> = Part<R, 'params'> &
  (R['query'] extends z.ZodType ? { query?: z.input<R['query']> } : { query?: undefined }) &
  (R['multipart'] extends true ? { form: FormData; body?: undefined } : Part<R, 'body'> & { form?: undefined }) & {
    /** Use one key per user action: retries send the same key, and the server acts once. */
    idempotencyKey?: string;
    signal?: AbortSignal;
  };

export type AnswerOf<R extends Route> = z.output<R['answer']>;

export function urlOf(route: Route, { params, query }: { params?: unknown; query?: unknown }, baseUrl = ''): string {
  const named = (params ?? {}) as Record<string, unknown>;
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(named[name] ?? '')));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `${baseUrl}/api${path}${search.size > 0 ? `?${search}` : ''}`;
}

interface Written {
  body?: unknown;
  form?: FormData | undefined;
  idempotencyKey?: string | undefined;
}

export function requestOf(route: Route, { body, form, idempotencyKey }: Written, token?: string) {
  return {
    method: route.method,
    headers: {
      accept: route.answerType ?? 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    } as Record<string, string>,
    body: form ?? (body === undefined ? null : JSON.stringify(body)),
  };
}

/** The server refused the call, or its answer cannot be read. `message` may be shown to a person as it is. */
export class RefusedError extends Error {
  constructor(
    readonly status: number,
    /** `UNREADABLE`: the answer does not match the contract, for example a proxy's error page. */
    readonly code: ErrorCode | 'UNREADABLE',
    message: string,
    readonly details: readonly FieldIssue[] = [],
    readonly retryAfterSeconds?: number,
    readonly requestId?: string,
  ) {
    super(message);
    this.name = 'RefusedError';
  }
}

function refusedErrorOf(response: Response, body: unknown): RefusedError {
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  const refusal = Refusal.safeParse(body);
  if (!refusal.success)
    return new RefusedError(response.status, 'UNREADABLE', 'The answer cannot be read.', [], retryAfter);
  const { code, message, details, requestId } = refusal.data;
  return new RefusedError(response.status, code, message, details, retryAfter, requestId);
}

/** Use one key per user action, so that repeats take effect once. Pages without TLS lack `crypto.randomUUID`. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
