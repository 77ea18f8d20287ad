import { type ErrorCode, STATUS_OF_CODE } from '../error-codes.js';
import { LiveEvents } from '../http/live.js';
import type { Route } from '../http/route.js';
import { exampleOf, type Json, type Schema, schemaOf } from './examples.js';
import { refusalExample } from './refusal-examples.js';
import { WRITTEN } from './written-examples.js';

const REQUEST_IDS = {
  'x-request-id': { $ref: '#/components/headers/RequestId' },
  'x-correlation-id': { $ref: '#/components/headers/CorrelationId' },
};

export function responses(route: Route): Json {
  const done = { description: 'Done', headers: headersOf(route), content: answerContent(route) };
  const unchanged = route.cacheControl ? { '304': { description: 'As it was: nothing is sent.' } } : {};
  return { [String(route.status)]: done, ...unchanged, ...refusals(route) };
}

function headersOf(route: Route): Json {
  const etag = { ETag: { description: 'Send it as If-None-Match next time.', schema: { type: 'string' } } };
  return { ...REQUEST_IDS, ...(route.cacheControl ? etag : {}) };
}

function answerContent(route: Route): Json {
  if (route.answerType === 'text/event-stream') {
    const names = Object.entries(LiveEvents).map(([name, schema]) => [name, schemaOf(schema, 'output')] as const);
    const example = names
      .map(([name, schema]) => `event: ${name}\ndata: ${JSON.stringify(exampleOf(schema as Schema))}\n\n`)
      .join('');
    return { 'text/event-stream': { schema: { type: 'string', 'x-events': Object.fromEntries(names) }, example } };
  }
  if (route.answerType) return { [route.answerType]: { schema: { type: 'string' } } };
  const schema = schemaOf(route.answer, 'output');
  return { 'application/json': { schema, example: answerExample(route) } };
}

export const answerExample = (route: Route): unknown =>
  WRITTEN[route.id]?.answer ?? exampleOf(schemaOf(route.answer, 'output') as Schema);

function codesOf(route: Route): ErrorCode[] {
  const isCommand = route.method !== 'GET';
  const isJson = route.body !== undefined && !route.multipart;
  return [
    ...route.refusals,
    ...(route.audience === 'anyone' ? [] : (['UNAUTHENTICATED'] as const)),
    ...(isCommand ? (['VALIDATION_FAILED', 'IDEMPOTENCY_KEY_REUSED'] as const) : []),
    ...(isJson ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA'] as const) : []),
    'RATE_LIMITED',
    'UNAVAILABLE',
  ];
}

function refusals(route: Route): Json {
  const byStatus = Map.groupBy(new Set(codesOf(route)), (code) => STATUS_OF_CODE[code]);
  return Object.fromEntries([...byStatus].map(([status, codes]) => [String(status), refusal(status, codes)]));
}

function refusal(status: number, codes: readonly ErrorCode[]): Json {
  const waits = status === 429 || status === 503 || codes.includes('TOO_FAST');
  const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
  const examples = Object.fromEntries(codes.map((code) => [code, { value: refusalExample(code) }]));
  return {
    description: codes.join(', '),
    headers: { ...REQUEST_IDS, ...(waits ? retryAfter : {}) },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' }, examples } },
  };
}

export const RESPONSE_HEADERS: Json = {
  RequestId: {
    description: 'Yours if you sent a short printable one, else the same as x-correlation-id.',
    schema: { type: 'string' },
  },
  CorrelationId: {
    description: 'Made for this request alone: the id by which logs, traces and support find what it caused.',
    schema: { type: 'string', format: 'uuid' },
  },
  RetryAfter: { description: 'Seconds until the next try is worth it.', schema: { type: 'integer', minimum: 1 } },
};

export const REFUSAL_TABLE = [...Map.groupBy(Object.entries(STATUS_OF_CODE), ([, status]) => status)]
  .map(([status, codes]) => `| ${status} | ${codes.map(([code]) => `\`${code}\``).join(' ')} |`)
  .join('\n');
