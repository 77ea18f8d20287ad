import { randomUUID } from 'node:crypto';
import fc from 'fast-check';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
/** The part of JSON Schema that the document uses. */
export interface Schema {
  type?: string | string[];
  enum?: Json[];
  const?: Json;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  maxLength?: number;
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

const DEEP = JSON.parse(`${'['.repeat(400)}${']'.repeat(400)}`) as Json;
const POLLUTING = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}') as Json;

const HOSTILE: Json[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  10.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 63),
  2 ** 64,
  1e308,
  -1e308,
  5e-324,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\u202eelbisreveR',
  'שלום עולם '.repeat(50),
  'مرحبا بالعالم '.repeat(2_000),
  'x'.repeat(70_000),
  '👩‍👩‍👧‍👦'.repeat(40),
  'NaN',
  'Infinity',
  '-1',
  '1e999',
  '0x10',
  '9007199254740993',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  "' or 1=1; drop table events; --",
  '$1',
  '%00',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '9999-12-31T23:59:59.999999999+23:59',
  '2026-02-30',
  'a@b.c',
  `${'a'.repeat(250)}@people.example`,
  [],
  {},
  [[]],
  [null],
  DEEP,
  POLLUTING,
  JSON.parse('{"toString":null,"valueOf":1,"toJSON":"x","then":"y","length":-1}') as Json,
];

/** Raw texts, because `JSON.stringify` cannot write invalid JSON or duplicate keys. */
const BROKEN_TEXTS = [
  '',
  'null',
  '[',
  '{"a":',
  '{"userId":NaN}',
  '{"amount":Infinity,"testLimit":-Infinity}',
  '{"amount":1e999,"testLimit":-1e999}',
  '{"__proto__":{"userId":"x"},"userId":"y","userId":"z"}',
  '{"constructor":{"prototype":{"roles":["support"]}}}',
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  `"${'x'.repeat(300_000)}"`,
  '\ufeff{}',
  '\u0000',
  '{"email":"\\ud800"}',
];

export const hostile: fc.Arbitrary<Json> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.double() as fc.Arbitrary<Json> },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json> },
);

export const brokenText = fc.constantFrom(...BROKEN_TEXTS);

/** Mostly valid values at the schema's limits, some of them hostile. `ids` are ids of existing people and things. */
export function shaped(schema: Schema, ids: readonly string[], hostileShare = 0.15): fc.Arbitrary<Json> {
  const weight = Math.max(1, Math.round(hostileShare * 20));
  return fc.oneof({ weight: 20 - weight, arbitrary: legal(schema, ids) }, { weight, arbitrary: hostile });
}

function legal(schema: Schema, ids: readonly string[]): fc.Arbitrary<Json> {
  const options = schema.anyOf ?? schema.allOf;
  if (options?.length) return fc.oneof(...options.map((option) => legal(option, ids)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum?.length) return fc.constantFrom(...schema.enum);
  const [type] = [schema.type ?? 'object'].flat();
  switch (type) {
    case 'integer':
    case 'number':
      return edges(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return listOf(schema, ids);
    case 'string':
      return textOf(schema, ids);
    default:
      return objectOf(schema, ids);
  }
}

function edges({ minimum = -(2 ** 53), maximum = 2 ** 53 }: Schema): fc.Arbitrary<Json> {
  return fc.oneof(
    fc.constantFrom(minimum - 1, minimum, maximum, maximum + 1, 0, 1, -1),
    fc.integer({ min: -20, max: 20 }),
  );
}

function textOf({ format, maxLength = 200 }: Schema, ids: readonly string[]): fc.Arbitrary<Json> {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.constant(randomUUID()));
  if (format === 'date-time') return fc.constantFrom('2026-01-01T00:00:00Z', '2026-12-31T23:59:59+14:00');
  // Free text contains no ids: authors can read their own text later, and the check would report the ids as a leak.
  const length = Math.min(maxLength, 2_000);
  return fc.oneof(fc.constantFrom('x'.repeat(length), 'x'.repeat(length + 1)), fc.string({ maxLength: 60 }));
}

function listOf({ items, prefixItems }: Schema, ids: readonly string[]): fc.Arbitrary<Json> {
  if (prefixItems) return fc.tuple(...prefixItems.map((item) => shaped(item, ids))) as fc.Arbitrary<Json>;
  return fc.array(shaped(items ?? {}, ids), { maxLength: 12 }) as fc.Arbitrary<Json>;
}

/** Keeps all properties, leaves some out, or adds unknown ones. */
function objectOf({ properties = {} }: Schema, ids: readonly string[]): fc.Arbitrary<Json> {
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, shaped(property, ids)])),
    { requiredKeys: [] },
  );
  const full = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, shaped(property, ids, 0.06)])),
  );
  const extra = fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'roles', 'isAdmin', 'extra'), hostile, {
    maxKeys: 2,
  });
  return fc.oneof(
    { weight: 4, arbitrary: full },
    { weight: 2, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(full, extra).map(([own, more]) => ({ ...own, ...more })) },
  ) as fc.Arbitrary<Json>;
}
