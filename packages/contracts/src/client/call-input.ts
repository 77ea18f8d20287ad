import type { z } from 'zod';
import type { Route } from '../http/route.js';

type Part<R extends Route, Name extends 'params' | 'query' | 'body'> = R[Name] extends z.ZodType
  ? undefined extends z.input<R[Name]>
    ? { [Key in Name]?: z.input<R[Name]> }
    : { [Key in Name]: z.input<R[Name]> }
  : { [Key in Name]?: undefined };

export type CallInput<R extends Route> = Part<R, 'params'> &
  (R['query'] extends z.ZodType ? { query?: z.input<R['query']> } : { query?: undefined }) &
  (R['multipart'] extends true ? { form: FormData; body?: undefined } : Part<R, 'body'> & { form?: undefined }) & {
    /** One key per action: repeats carry the same key, and the server acts once. */
    idempotencyKey?: string;
    signal?: AbortSignal;
  };

export type AnswerOf<R extends Route> = z.output<R['answer']>;

interface Addressed {
  params?: unknown;
  query?: unknown;
}

/** The address of a call below `baseUrl`; parts that are undefined are left out. */
export function urlOf(route: Route, { params, query }: Addressed, baseUrl = ''): string {
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

/** Method, headers and body of a call, for `fetch`. */
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
