import { z } from 'zod';

export type Json = Record<string, unknown>;

export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  minItems?: number;
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
}

export const EXAMPLE_USER = '0b6f3c0e-6d0b-4a54-9d0a-2f4f5f1c7a10';
const EXAMPLE_TIME = '2026-11-21T09:30:00.000Z';

/** Examples by field name, for schemas that state only a type. */
const BY_NAME: Record<string, unknown> = {
  email: 'sam@people.example',
  country: 'GB',
  bornFrom: 1990,
  ageFrom: 25,
  ageTo: 35,
  name: 'sam',
  password: 'Correct-horse-9',
  newPassword: 'Correct-horse-10',
  secret: 'twelve-or-more-characters',
  passkey: 'the passkey that you were given',
  signupCode: 'K7QD-M2PX-94TC',
  phoneNumber: '+44 20 7946 0018',
  feedback: 'The sliders are a joy.',
  path: '/api/media/photos/…?expires=1795252200&signature=…',
  preview: 'data:image/webp;base64,UklGRg…',
  width: 1080,
  cursor: 'MjAyNi0xMS0yMVQwOTozMDowMC4wMDBa',
  tokenCount: 40,
  reason: 'Welcome present',
  ticket: 'T-1042',
  amount: 20,
  code: 'grant',
  currency: 'USD',
  q: 'sam@people.example',
  reasons: 'A phone number is written on the sign behind you.',
  location: 'https://candid.example/profile',
  text: 'I know the person in this photo, who has not uploaded it.',
  account: 'user:0b6f3c0e-6d0b-4a54-9d0a-2f4f5f1c7a10',
  message: 'Done.',
  testLimit: 4,
  difference: 1,
  limit: 50,
  estimatedTime: 60,
  valid: true,
  commentsSelected: [
    [1, 1],
    [1, 2],
  ],
};

/** Returns the smallest useful example of a schema; `name` is the name of its field. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const written = BY_NAME[name];
  const [option] = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (option) return exampleOf(option, name);
  const [type] = [schema.type ?? (schema.properties ? 'object' : 'any')].flat();
  switch (type) {
    case 'string':
      return typeof written === 'string' && fits(written, schema) ? written : textOf(schema, name);
    case 'integer':
    case 'number':
      return typeof written === 'number' && written <= (schema.maximum ?? written)
        ? written
        : Math.max(schema.minimum ?? 1, Math.min(1, schema.maximum ?? 1));
    case 'boolean':
      return true;
    case 'array':
      return Array.isArray(written) ? written : listOf(schema, name);
    case 'object':
      return objectOf(schema);
    default:
      return null;
  }
}

const fits = (text: string, { pattern }: Schema): boolean => pattern === undefined || new RegExp(pattern).test(text);

function textOf({ format, pattern, minLength = 0 }: Schema, name: string): string {
  if (format === 'uuid') return EXAMPLE_USER;
  if (format === 'date-time' || /(?:At|Date)$|^at$/.test(name)) return EXAMPLE_TIME;
  if (format === 'date') return EXAMPLE_TIME.slice(0, 10);
  if (format === 'uri') return 'https://pay.example/session';
  if (/token/i.test(name)) return 'eyJhbGciOiJFUzI1NiJ9.…';
  if (pattern?.includes('true')) return 'true';
  if (pattern?.endsWith('\\.\\d{3}$')) return 'spring.001';
  return 'text'.padEnd(minLength, ' text');
}

function listOf({ items, prefixItems, minItems = 1 }: Schema, name: string): unknown[] {
  if (prefixItems) return prefixItems.map((item) => exampleOf(item));
  // An array of `never` is empty.
  if (!items || JSON.stringify(items) === '{"not":{}}') return [];
  return Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items, name));
}

function objectOf({ properties = {} }: Schema): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, exampleOf(property, name)]));
}
