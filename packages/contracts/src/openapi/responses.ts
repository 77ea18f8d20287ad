import { type ErrorCode, PLAIN_TEXTS, STATUS_OF_CODE } from '../error-codes.js';
import { LiveEvents } from '../http/live.js';
import type { Route } from '../http/route.js';
import { exampleOf, type Json, type Schema, schemaOf } from './examples.js';
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

/** One example text per code; the real text may name the field, the file or the number. */
const TEXTS: Record<ErrorCode, string> = {
  ...PLAIN_TEXTS,
  VALIDATION_FAILED: 'Please check what you entered.',
  SIGNUP_CODE_INVALID: 'This Sign-Up Code is not valid for this email address. Please request a new one.',
  RESET_TOKEN_INVALID: 'Invalid or expired password reset link. Please request a new one.',
  SECOND_FACTOR_REQUIRED: 'Please enter the code from your authenticator app.',
  SECOND_FACTOR_INVALID: 'This code is not valid. Please enter the newest code of your app, or a recovery code.',
  UNSUBSCRIBE_TOKEN_INVALID: 'This link is not valid. Log in to choose your emails in Preferences.',
  INSUFFICIENT_TOKENS: "You don't have enough tokens for this.",
  PASSKEY_INCORRECT: 'Incorrect passkey. Please try again.',
  ASSESSOR_PAUSED:
    'Your assessing is paused. Nearly all of your latest ratings are the same number. You can appeal against it.',
  PAYMENTS_DISABLED: 'Purchases are disabled at the moment.',
  CONFLICT: 'Somebody changed this at the same time. Please try again.',
  EMAIL_TAKEN: 'There is already an account with this email address. Please log in.',
  ASSESSMENT_COMPLETE: 'This assessment has all its ratings already.',
  ALREADY_RATED: 'You have already assessed these photos.',
  TOO_FAST: 'Please take a moment to look at each photo before you submit.',
  ONBOARDING_INCOMPLETE:
    "You'll be able to start new assessments once you have moved at least 1 photo into your Profile Planner.",
  NOT_ENOUGH_RATINGS: 'This photo needs 2 more rating(s) before you can put it in the Profile Planner.',
  POOL_FULL: 'You can assess up to 6 photos at the same time.',
  ACCOUNT_SUSPENDED: 'Your account is suspended until 3 December 2026. Our email explains why, and how to appeal.',
  PHOTO_HELD: 'This photo is on hold until a moderator has looked at it.',
  ALREADY_REPORTED: 'You have reported this already. A moderator will look at it.',
  CASE_CLAIMED: 'Somebody else works on this case.',
  ALREADY_APPEALED: 'This decision was appealed already. A moderator who did not decide looks at it.',
  APPEAL_EXPIRED: 'The six months for an appeal are over.',
  IDEMPOTENCY_KEY_REUSED: 'This idempotency key was used for another request.',
  PAYLOAD_TOO_LARGE: 'That is larger than we can take.',
  UNSUPPORTED_MEDIA: 'We cannot read that kind of content.',
};

function refusalExample(code: ErrorCode): object {
  const message = TEXTS[code];
  const details = code === 'VALIDATION_FAILED' ? { details: [{ field: 'email', message: 'is required' }] } : {};
  const requestId = 'b1c4a0d2-6f0f-4e6f-8a53-51a3f3c7f6b2';
  return { success: false, code, message, error: message, ...details, requestId };
}
