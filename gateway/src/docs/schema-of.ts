import { z } from 'zod';

export type Json = Record<string, unknown>;

/** The JSON Schema (2020-12, as OpenAPI 3.1 has it) of what is sent or answered. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}
