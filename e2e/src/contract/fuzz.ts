import { ROUTES, type Route } from '@candid/contracts';
import type { Person } from '@candid/testing';
import fc from 'fast-check';
import { brokenText, hostile, type Json, type Schema, shaped } from './hostile.js';
import { faultOfRefusal, type Received, type Sent, send } from './wire.js';

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Attempt {
  who: number;
  sent: Sent;
}

export interface Fuzzed {
  seed: number;
  requests: number;
  /** At most one fault per call, with the smallest request that provokes it. */
  faults: string[];
  byStatus: Map<number, number>;
}

export interface FuzzOptions {
  baseUrl: string;
  /** Senders of the requests. `who` is an index into this list. */
  people: readonly Person[];
  /** Ids of existing people and things that a sender may use. */
  idsFor: (who: number) => readonly string[];
  /** Texts of other people. An answer may contain such a text only if the request contained it. */
  secretsFor: (who: number) => readonly string[];
  seed: number;
  runsPerCall: number;
  /** Time limit for each call. Remaining requests are skipped. */
  timeLimitMs: number;
}

const AT_ONCE = 3;
/** Internals that no answer may show: a stack, SQL, or an internal name. */
const INSIDES =
  /\bat \S+ \(|node_modules|\.(?:ts|js):\d+|\b(?:select|insert|update|delete)\b .{0,80}\b(?:from|into|set|where)\b|postgres|relation "|nats:\/\/|redis:\/\/|ECONN|rpc\.[a-z]+\.|file:\/\//i;

/** Sends random requests to every operation of the published document and checks every answer against its promises. */
export async function fuzz(options: FuzzOptions): Promise<Fuzzed> {
  const document = (await (await fetch(`${options.baseUrl}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = new Map(
    Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((operation) => [operation.operationId, operation] as const),
    ),
  );
  const fuzzed: Fuzzed = { seed: options.seed, requests: 0, faults: [], byStatus: new Map() };
  // Routes are taken from the end of the list, so the call that ends the senders' sessions comes last.
  const endsSession = (route: Route): number => Number(route.id === 'logOut');
  const routes = ROUTES.toSorted((one, other) => endsSession(other) - endsSession(one));
  const waiting = routes.map((route) => ({ route, operation: operations.get(route.id) }));
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (!next.operation) fuzzed.faults.push(`${next.route.id} is not in the document`);
      else await fuzzCall(next.route, next.operation, options, fuzzed);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return fuzzed;
}

async function fuzzCall(route: Route, operation: Operation, options: FuzzOptions, fuzzed: Fuzzed): Promise<void> {
  const property = fc.asyncProperty(attemptOf(route, operation, options), async (attempt) => {
    const fault = await faultOf(route, attempt, options, fuzzed);
    if (fault) throw new Error(fault);
  });
  const outcome = await fc.check(property, {
    seed: options.seed,
    numRuns: options.runsPerCall,
    interruptAfterTimeLimit: options.timeLimitMs,
    markInterruptAsFailure: false,
    maxSkipsPerRun: 10,
  });
  if (!outcome.failed) return;
  const [smallest] = outcome.counterexample ?? [];
  const error = outcome.errorInstance instanceof Error ? outcome.errorInstance.message : String(outcome.errorInstance);
  fuzzed.faults.push(`${route.id}: ${error}\n  by ${JSON.stringify(smallest).slice(0, 1_500)}`);
}

/** @returns how the answer breaks the contract, or undefined if it does not */
export async function faultOf(
  route: Route,
  { who, sent }: Attempt,
  { baseUrl, people, secretsFor }: Pick<FuzzOptions, 'baseUrl' | 'people' | 'secretsFor'>,
  fuzzed: Pick<Fuzzed, 'requests' | 'byStatus'>,
): Promise<string | undefined> {
  const person = people[who]!;
  const received = await send(route, written(sent), { baseUrl, token: person.token, address: person.address });
  fuzzed.requests += 1;
  fuzzed.byStatus.set(received.status, (fuzzed.byStatus.get(received.status) ?? 0) + 1);
  const asked = JSON.stringify(sent);
  const leaked = secretsFor(who).find((secret) => received.text.includes(secret) && !asked.includes(secret));
  if (leaked) return `tells ${leaked}`;
  if (received.status >= 500) return `${received.status} ${received.text.slice(0, 300)}`;
  if (received.status === 304 && sent.headers?.['if-none-match'] !== undefined) return undefined;
  if (received.status < 400) return faultOfAnswer(route, received);
  if (INSIDES.test(received.text)) return `shows its insides: ${received.text.slice(0, 300)}`;
  return faultOfRefusal(received);
}

function faultOfAnswer(route: Route, received: Received): string | undefined {
  if (received.status !== route.status) return `answers ${received.status}`;
  const answer = route.answer.safeParse(
    received.headers.get('content-type')?.includes('json') ? received.body : received.text,
  );
  return answer.success ? undefined : `answers what its schema does not know: ${answer.error.message.slice(0, 300)}`;
}

function attemptOf(route: Route, operation: Operation, { idsFor, people }: FuzzOptions): fc.Arbitrary<Attempt> {
  return fc
    .nat({ max: people.length - 1 })
    .chain((who) => fc.record({ who: fc.constant(who), sent: sentOf(route, operation, idsFor(who)) }));
}

function sentOf(route: Route, operation: Operation, ids: readonly string[]): fc.Arbitrary<Sent> {
  const place = (where: string) => (operation.parameters ?? []).filter((parameter) => parameter.in === where);
  const named = (where: string) =>
    fc.record(
      Object.fromEntries(place(where).map(({ name, schema }) => [name, shaped(schema, ids, 0.1).map(inAddress)])),
      where === 'path' ? {} : { requiredKeys: [] },
    );
  const query = fc.oneof(
    { weight: 6, arbitrary: named('query') as fc.Arbitrary<Record<string, string> | string> },
    { weight: 1, arbitrary: oddQuery(place('query').map(({ name }) => name)) },
  );
  return fc
    .record({ params: named('path'), query, body: bodyOf(route, operation, ids), headers: oddHeaders })
    .map(({ body, ...rest }) => ({ ...rest, ...body }) as Sent);
}

/** Generates queries with duplicate names, arrays and objects in brackets, and names such as `__proto__`. */
function oddQuery(names: string[]): fc.Arbitrary<string> {
  const name = fc.constantFrom(...names, 'x', '__proto__', 'constructor');
  const part = fc
    .tuple(name, fc.constantFrom('', '[]', '[a]', '[__proto__]'), hostile)
    .map(([key, brackets, value]) => `${key}${brackets}=${encodeURIComponent(inAddress(value))}`);
  return fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => [...parts, parts[0]].join('&').slice(0, 4_000));
}

/** Cuts the value, because servers may refuse longer URLs. */
const inAddress = (value: Json): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed().slice(0, 1_200);

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/xml' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'multipart/form-data' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'x' },
      { 'content-encoding': 'gzip' },
      { 'idempotency-key': 'k'.repeat(200) },
      { 'idempotency-key': 'always the same' },
      { authorization: 'Bearer x' },
      { authorization: 'Basic eDp4' },
      { authorization: `Bearer ${'a'.repeat(3_000)}.b.c` },
      { accept: 'application/xml' },
      { origin: 'https://elsewhere.example' },
      { 'if-none-match': '*' },
      { range: 'bytes=0-10' },
      { 'x-reason': '\u00ff'.repeat(900) },
      { cookie: `candid_refresh=${'%00'.repeat(50)}` },
      { cookie: 'candid_refresh=__proto__; __proto__=x' },
      { traceparent: '00-zz' },
    ),
  },
);

type Body = Pick<Sent, 'body' | 'form'>;

function bodyOf(route: Route, operation: Operation, ids: readonly string[]): fc.Arbitrary<Body> {
  if (route.method === 'GET') return fc.constant({});
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const schema = content?.schema ?? {};
  if (type?.startsWith('multipart/')) return formOf(schema, ids);
  return fc.oneof(
    { weight: 12, arbitrary: shaped(schema, ids, 0.1).map((body) => ({ body: JSON.stringify(body) })) },
    { weight: 2, arbitrary: brokenText.map((body) => ({ body })) },
    { weight: 1, arbitrary: fc.constant({}) },
  );
}

/** The content of a form as plain data, so that the smallest failing form can be printed. `written` makes the form. */
interface Described {
  fields: [string, string][];
  files: { field: string; name: string; bytes: number[] }[];
}

function formOf(schema: Schema, ids: readonly string[]): fc.Arbitrary<Body> {
  const { photos: _photos, ...properties } = schema.properties ?? {};
  const fields = Object.entries(properties).map(([name, property]) =>
    shaped(property, ids).map((value): [string, string] => [name, inAddress(value)]),
  );
  const file = fc.record({
    field: fc.constantFrom('photos', 'photo', '', '__proto__'),
    name: fc.constantFrom('a.jpg', '../../a.png', '\u202egpj.exe', 'x'.repeat(400), '', 'a\u0000.jpg'),
    bytes: fc.array(fc.nat({ max: 255 }), { maxLength: 64 }),
  });
  const form = fc.record({
    fields: fc.tuple(...fields, fc.constantFrom<[string, string]>(['__proto__', 'x'], ['constructor', 'y'], ['a', ''])),
    files: fc.array(file, { maxLength: 11 }),
  });
  return fc.oneof(
    { weight: 6, arbitrary: form.map((described) => ({ form: described as unknown as FormData })) },
    { weight: 2, arbitrary: brokenText.map((body) => ({ body })) },
    {
      weight: 1,
      arbitrary: fc.constant({ body: '--x\r\nContent-Disposition: form-data; name="photos"; filename="a"\r\n' }),
    },
  );
}

function written(sent: Sent): Sent {
  const described = sent.form as unknown as Described | undefined;
  if (!described || described instanceof FormData) return sent;
  const form = new FormData();
  for (const [name, value] of described.fields) form.append(name, value);
  for (const { field, name, bytes } of described.files) form.append(field, new Blob([new Uint8Array(bytes)]), name);
  return { ...sent, form };
}
