import { Refusal, type Route } from '@candid/contracts';
import type { z } from 'zod';
import { sessionStore } from '../session/session-store';
import { errorTexts } from '../texts/errors';
import { ApiError } from './errors';
import { refreshAccessToken } from './refresh';

type Part<R extends Route, Name extends 'params' | 'query' | 'body'> = R[Name] extends z.ZodType
  ? { [Key in Name]: z.input<R[Name]> }
  : { [Key in Name]?: undefined };

/** What a call needs beside its route: the parts its contract names, a form instead of a body where the route is multipart. */
export type CallInput<R extends Route> = Part<R, 'params'> &
  (R['query'] extends z.ZodType ? { query?: z.input<R['query']> } : { query?: undefined }) &
  (R['multipart'] extends true ? { form: FormData; body?: undefined } : Part<R, 'body'> & { form?: undefined }) & {
    /** One per user action; required by every call that changes something. */
    idempotencyKey?: string;
    signal?: AbortSignal;
  };

export type Answer<R extends Route> = z.output<R['answer']>;

/**
 * Makes one call of the contract: attaches the access token, renews it once after a 401, and parses the answer by the route's schema.
 * Throws `ApiError` with the server's own message.
 */
export async function call<const R extends Route>(route: R, input: CallInput<R>): Promise<Answer<R>> {
  const response = await fetchWithSession((token) => send(route, input, token));
  const body: unknown = await response.json().catch((failure: unknown) => {
    if (input.signal?.aborted) throw failure;
    return undefined;
  });
  if (!response.ok) throw toApiError(response, body);
  const answer = route.answer.safeParse(body);
  if (!answer.success) {
    console.error(`The answer of ${route.id} is not what its contract says.`, answer.error.message);
    throw new ApiError(response.status, 'UNREADABLE', errorTexts.general);
  }
  return answer.data as Answer<R>;
}

/** Runs a request with the current access token and, when it has expired, once more with a fresh one. */
export async function fetchWithSession(request: (token?: string) => Promise<Response>): Promise<Response> {
  const token = sessionStore.current().session?.token;
  const response = await request(token);
  if (response.status !== 401 || !token) return response;
  const fresh = await refreshAccessToken(token);
  return fresh ? request(fresh) : response;
}

async function send<R extends Route>(route: R, input: CallInput<R>, token?: string): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (input.idempotencyKey) headers.set('idempotency-key', input.idempotencyKey);
  if (input.body !== undefined) headers.set('content-type', 'application/json');
  try {
    return await fetch(urlOf(route, input), {
      method: route.method,
      headers,
      body: input.form ?? (input.body === undefined ? undefined : JSON.stringify(input.body)),
      credentials: 'same-origin',
      signal: input.signal,
    });
  } catch (failure) {
    if (input.signal?.aborted) throw failure;
    throw ApiError.offline();
  }
}

function urlOf(route: Route, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, string>;
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return `/api${path}${query.size > 0 ? `?${query}` : ''}`;
}

function toApiError(response: Response, body: unknown): ApiError {
  const refusal = Refusal.safeParse(body);
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  if (refusal.success) {
    const { code, message, details } = refusal.data;
    return new ApiError(response.status, code, message, details, retryAfter);
  }
  const text = response.status === 503 || response.status === 502 ? errorTexts.unavailable : errorTexts.general;
  return new ApiError(response.status, 'UNREADABLE', text, [], retryAfter);
}
