import { type AnswerOf, type CallInput, Refusal, type Route, requestOf, urlOf } from '@candid/contracts';
import { connectionStore } from '../connection/connection-store';
import { translated } from '../language/server-texts';
import { sessionStore } from '../session/session-store';
import { aloneAs } from '../storage/storage';
import { errorTexts } from '../texts/common';
import { takeEarlyAnswer } from './early-answers';
import { ApiError } from './errors';

export type { CallInput };

export type Answer<R extends Route> = AnswerOf<R>;

export type Transport = (url: string, request: RequestInit) => Promise<Response>;

const byFetch: Transport = (url, request) => fetch(url, request);

/** Adds the access token, renews it once after a 401, and parses the answer. Throws `ApiError`. */
export async function call<const R extends Route>(
  route: R,
  input: CallInput<R>,
  transport = byFetch,
): Promise<Answer<R>> {
  return answerOf(route, input, await fetchWithSession((token) => send(route, input, token, transport)));
}

/** Like `call`, if a wrong password causes a 401. Renews the token first, because an expired one causes a 401, too. */
export async function callWithPassword<const R extends Route>(route: R, input: CallInput<R>): Promise<Answer<R>> {
  const held = sessionStore.current().session?.token;
  const token = held ? await refreshAccessToken(held) : null;
  return answerOf(route, input, await send(route, input, token ?? undefined));
}

async function answerOf<const R extends Route>(route: R, input: CallInput<R>, response: Response): Promise<Answer<R>> {
  const body: unknown = await response.json().catch((failure: unknown) => {
    if (input.signal?.aborted) throw failure;
    return undefined;
  });
  if (!response.ok) throw await toApiError(response, body);
  const answer = route.answer.safeParse(body);
  if (!answer.success) {
    console.error(`The answer of ${route.id} is not what its contract says.`, answer.error.message);
    throw new ApiError(response.status, 'UNREADABLE', '');
  }
  return translated(answer.data as Answer<R>, route.id);
}

export async function fetchWithSession(request: (token?: string) => Promise<Response>): Promise<Response> {
  const token = sessionStore.current().session?.token;
  const response = await request(token);
  if (response.status !== 401 || !token) return response;
  const fresh = await refreshAccessToken(token);
  return fresh ? request(fresh) : response;
}

async function send<R extends Route>(
  route: R,
  input: CallInput<R>,
  token?: string,
  transport = byFetch,
): Promise<Response> {
  try {
    const url = urlOf(route, input);
    const early = route.method === 'GET' ? takeEarlyAnswer(url) : undefined;
    if (early) return await early;
    return await transport(url, {
      ...requestOf(route, input, token),
      credentials: 'same-origin',
      signal: input.signal,
    });
  } catch (failure) {
    if (input.signal?.aborted) throw failure;
    void connectionStore.unanswered();
    throw ApiError.offline();
  }
}

export async function toApiError(response: Response, body: unknown): Promise<ApiError> {
  const refusal = Refusal.safeParse(await translated(body));
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  if (refusal.success) {
    const { code, message, details } = refusal.data;
    return new ApiError(response.status, code, message, details, retryAfter);
  }
  const text = response.status === 503 || response.status === 502 ? errorTexts.unavailable : '';
  return new ApiError(response.status, 'UNREADABLE', text, [], retryAfter);
}

let running: Promise<string | null> | null = null;

/** Returns a new token, or null if the session is over. Throws `ApiError` OFFLINE if the server is unreachable. */
export function refreshAccessToken(staleToken: string): Promise<string | null> {
  // A refresh token works once, and a second use ends the session. Therefore only one tab at a time may refresh.
  running ??= aloneAs('candid-refresh', () => exchange(staleToken)).finally(() => {
    running = null;
  });
  return running;
}

async function exchange(staleToken: string): Promise<string | null> {
  const { session } = sessionStore.current();
  if (!session) return null;
  if (session.token !== staleToken) return session.token;
  const response = await fetch('/api/auth/refresh', { method: 'POST', credentials: 'same-origin' }).catch(() => {
    void connectionStore.unanswered();
    throw ApiError.offline();
  });
  if (response.status === 401 || response.status === 403) {
    // Keeps a session that another person may have started meanwhile.
    if (sessionStore.current().session?.token === staleToken) sessionStore.signOut('expired');
    return null;
  }
  const answer: unknown = await response.json().catch(() => null);
  const token = (answer as { token?: unknown } | null)?.token;
  if (!response.ok || typeof token !== 'string') throw ApiError.offline();
  sessionStore.renew({ token, userId: session.userId });
  return token;
}
