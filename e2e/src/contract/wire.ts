import { randomUUID } from 'node:crypto';
import { Refusal, type Route } from '@candid/contracts';

/** A client's request. Text and bytes are sent unchanged, any other `body` as JSON. */
export interface Sent {
  params?: Record<string, string>;
  /** A query as object, or as raw text for duplicate names and broken encodings. */
  query?: Record<string, string> | string;
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  cookie?: string;
  /** Token to send instead of the sender's own. */
  token?: string;
}

export interface Sender {
  baseUrl: string;
  token?: string;
  /** The network address that a proxy would report, for limits per address. */
  address?: string;
}

export interface Received {
  status: number;
  headers: Headers;
  text: string;
  /** Undefined if the answer is not JSON. */
  body: unknown;
  requestId: string;
}

const STREAM = 'text/event-stream';

export async function send(route: Route, sent: Sent, sender: Sender): Promise<Received> {
  const requestId = sent.headers?.['x-request-id'] ?? `contract-${randomUUID()}`;
  const response = await fetch(`${sender.baseUrl}/api${pathOf(route, sent)}`, {
    method: route.method,
    headers: {
      'x-request-id': requestId,
      ...(sender.token ? { authorization: `Bearer ${sender.token}` } : {}),
      ...(sender.address ? { 'x-forwarded-for': sender.address } : {}),
      ...(sent.cookie ? { cookie: sent.cookie } : {}),
      ...(sent.form || sent.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    body: sent.form ?? written(sent.body),
  });
  const text = await textOf(response);
  return { status: response.status, headers: response.headers, text, body: parsed(response, text), requestId };
}

/** Checks each field of a refusal against the contract. @returns the fault; undefined if there is none */
export function faultOfRefusal({ status, body, headers, requestId }: Received): string | undefined {
  const refusal = Refusal.strict().safeParse(body);
  if (!refusal.success) return `is not the contract's refusal: ${JSON.stringify(body)?.slice(0, 300)}`;
  const { message, error, code } = refusal.data;
  if (error !== message) return `says "${error}" as error and "${message}" as message`;
  if (message.trim() === '') return 'says nothing';
  if (headers.get('x-request-id') !== requestId) return `answers the request id ${headers.get('x-request-id')}`;
  if (refusal.data.requestId !== requestId) return `names the request id ${refusal.data.requestId}`;
  if (!headers.get('cache-control')?.includes('no-store')) return 'may be cached';
  const waits = status === 429 || code === 'TOO_FAST';
  if (waits && !(Number(headers.get('retry-after')) > 0)) return `is ${code} without Retry-After`;
  return undefined;
}

function pathOf(route: Route, { params, query }: Sent): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodedParam(params?.[name] ?? ''));
  if (query === undefined) return path;
  return `${path}?${typeof query === 'string' ? query : new URLSearchParams(query)}`;
}

/** Replaces lone surrogates, which no client can encode in a URL. */
const encodedParam = (value: string): string => encodeURIComponent(value.toWellFormed());

function written(body: unknown): RequestInit['body'] {
  if (body === undefined) return null;
  return typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body);
}

/** Resolves to the answer's text; for an event stream, to its first chunk. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith(STREAM)) return response.text();
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return new TextDecoder().decode(value);
}

function parsed(response: Response, text: string): unknown {
  if (!response.headers.get('content-type')?.includes('json')) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
