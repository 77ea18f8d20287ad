import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import * as contracts from './index.js';

/** Returns an exported schema, or all schemas nested in an exported record. */
function schemasOf(value: unknown, name: string): [string, z.ZodType][] {
  if (value instanceof z.ZodType) return [[name, value]];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => schemasOf(part, `${name}.${key}`));
}

const isOfMessages = (name: string): boolean => /Rpc|Events|Envelope|Context/.test(name.split('.')[0]!);
const messages = Object.entries(contracts)
  .filter(([name]) => isOfMessages(name))
  .flatMap(([name, value]) => schemasOf(value, name));

/** Returns the schemas within a schema that refuse an unknown field. */
function strictWithin(schema: z.ZodType, path: string, seen = new Set<unknown>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { def } = schema as unknown as { def: Record<string, unknown> };
  const own = def['catchall'] instanceof z.ZodNever ? [path] : [];
  const within = (part: unknown, at: string): string[] => {
    if (part instanceof z.ZodType) return strictWithin(part, at, seen);
    if (typeof part !== 'object' || part === null) return [];
    return Object.entries(part).flatMap(([key, inner]) =>
      inner instanceof z.ZodType ? strictWithin(inner, `${at}.${key}`, seen) : [],
    );
  };
  return [
    ...own,
    ...Object.entries(def).flatMap(([key, part]) => within(part, key === 'shape' ? path : `${path}.${key}`)),
  ];
}

describe('versions side by side', () => {
  it('finds the schemas of messages and events', () => {
    expect(messages.length).toBeGreaterThan(100);
  });

  it('finds a schema that refuses what it does not know, however deep', () => {
    const strict = z.object({ list: z.array(z.strictObject({ a: z.string() }).optional()) });
    expect(strictWithin(strict, 'x')).toEqual(['x.list.element.innerType']);
  });

  it.each(messages)('%s ignores fields that a newer version sends', (name, schema) => {
    expect(strictWithin(schema, name)).toEqual([]);
  });
});
