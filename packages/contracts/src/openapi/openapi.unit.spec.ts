import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { Refusal } from '../error-codes.js';
import type { Route } from '../http/route.js';
import { ROUTES } from '../http/routes.js';
import { exampleBody, openApiDocument } from './openapi.js';
import { answerExample } from './responses.js';

interface Content {
  schema: { $ref?: string };
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Operation {
  operationId: string;
  tags: string[];
  security: object[];
  parameters: { name: string; in: string; required: boolean; schema: object; example?: unknown }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<
    string,
    { description: string; headers?: Record<string, object>; content?: Record<string, Content> }
  >;
}

const document = openApiDocument('http://localhost') as {
  openapi: string;
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const operationOf = (route: Route): Operation => document.paths[`/api${route.path}`]![route.method.toLowerCase()]!;

/** Returns every `$ref` nested in a value. */
function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(refsIn)];
}

describe('the OpenAPI document', () => {
  it('describes every route of the contract once', () => {
    expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(
      ROUTES.map((route) => route.id).sort(),
    );
  });

  it('is well formed: declared tags, declared path parameters, references that lead somewhere', () => {
    const tags = document.tags.map(({ name }) => name);
    for (const { path, method, operation } of operations) {
      const place = `${method} ${path}`;
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect([place, ...declared.map(({ name }) => name).sort()]).toEqual([place, ...inPath.sort()]);
      expect(declared.every(({ required }) => required)).toBe(true);
      expect(operation.tags.filter((tag) => !tags.includes(tag))).toEqual([]);
      expect(Object.values(operation.responses).every(({ description }) => description !== '')).toBe(true);
    }
    for (const ref of refsIn(document)) {
      const found = ref
        .split('/')
        .slice(1)
        .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document);
      if (ref.startsWith('#/components/')) expect([ref, typeof found]).toEqual([ref, 'object']);
    }
  });

  it('asks for a token wherever the route is not open to everybody', () => {
    for (const route of ROUTES) {
      const asksForToken = operationOf(route).security.some((scheme) => 'bearer' in scheme);
      expect([route.id, asksForToken]).toEqual([route.id, route.audience !== 'anyone']);
    }
  });

  it('names every refusal with its status and an example in the contract’s form', () => {
    for (const route of ROUTES) {
      const examples = Object.values(operationOf(route).responses).flatMap((response) =>
        Object.entries(response.content?.['application/json']?.examples ?? {}),
      );
      const named = examples.map(([code]) => code);
      const wanted = [...route.refusals, 'RATE_LIMITED', 'UNAVAILABLE'];
      expect([route.id, wanted.filter((code) => !named.includes(code))]).toEqual([route.id, []]);
      for (const [code, { value }] of examples) expect(Refusal.parse(value).code).toBe(code);
    }
  });

  it('says how long to wait, and how to send a command again', () => {
    for (const route of ROUTES) {
      const { responses, parameters } = operationOf(route);
      expect(Object.keys(responses['429']?.headers ?? {})).toContain('Retry-After');
      const takesKey = parameters.some(({ name }) => name === 'Idempotency-Key');
      expect([route.id, takesKey]).toEqual([route.id, route.method !== 'GET']);
    }
  });

  it.each(ROUTES.filter((route) => route.body).map((route) => [route.id, route] as const))(
    'has a request example that %s takes',
    (_, route) => {
      const parsed = (route.body as z.ZodType).safeParse(exampleBody(route));
      expect(parsed.error?.issues ?? []).toEqual([]);
    },
  );

  it.each(ROUTES.filter((route) => !route.answerType).map((route) => [route.id, route] as const))(
    'has an answer example that %s could give',
    (_, route) => {
      expect(route.answer.safeParse(answerExample(route)).error?.issues ?? []).toEqual([]);
    },
  );

  it.each(ROUTES.filter((route) => route.params).map((route) => [route.id, route] as const))(
    'has parameter examples that %s takes',
    (_, route) => {
      const inPath = operationOf(route).parameters.filter((parameter) => parameter.in === 'path');
      const example = Object.fromEntries(inPath.map((parameter) => [parameter.name, parameter.example]));
      expect((route.params as z.ZodType).safeParse(example).error?.issues ?? []).toEqual([]);
    },
  );

  it('describes forms and streams by their own types', () => {
    const upload = document.paths['/api/upload-photos']!['post']!;
    expect(upload.requestBody?.content['multipart/form-data']?.schema).toMatchObject({
      properties: { photos: { type: 'array', minItems: 1, maxItems: 9 } },
      required: expect.arrayContaining(['photos', 'userId']),
    });
    expect(Object.keys(upload.responses)).toEqual(
      expect.arrayContaining(['201', '400', '401', '402', '409', '413', '415', '429', '503']),
    );
    const preview = document.paths['/api/preview-picture']!['post']!;
    expect(preview.requestBody?.content['multipart/form-data']?.schema).toMatchObject({
      properties: { photos: { type: 'array', minItems: 1, maxItems: 1 } },
      required: ['photos'],
    });
    const live = document.paths['/api/events']!['get']!;
    expect(live.responses['200']?.content?.['text/event-stream']?.example).toContain('event: rating\ndata: {');
  });
});
