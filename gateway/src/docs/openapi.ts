import { Refusal, ROUTES, type Route } from '@candid/contracts';
import { z } from 'zod';
import { STATUS_OF_CODE } from '../errors/status-of-code.js';

const AUDIENCES: Record<Route['audience'], string> = {
  anyone: 'Open to everybody.',
  user: 'Needs a logged-in user.',
  assessor: 'Needs an approved assessor.',
  support: 'Needs the support role.',
};

type Json = Record<string, unknown>;

/** OpenAPI 3.1 of the routes, from the same schemas that check the requests. */
export function openApiDocument(publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of ROUTES) {
    paths[`/api${route.path}`] = { ...paths[`/api${route.path}`], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Candid', version: '0.1.0', description: 'Find your best photos, using feedback from real people.' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Refusal: schemaOf(Refusal, 'output') },
    },
  };
}

function operation(route: Route): Json {
  const own = route.audience !== 'anyone';
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    description: AUDIENCES[route.audience],
    ...(own ? { security: [{ bearer: [] }] } : {}),
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...(route.method === 'GET'
        ? []
        : [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 128 } }]),
    ],
    ...(route.body ? { requestBody: requestBody(route) } : {}),
    responses: responses(route, own),
  };
}

function requestBody(route: Route): Json {
  const body = schemaOf(route.body as z.ZodType, 'input');
  if (!route.multipart) return { required: true, content: { 'application/json': { schema: body } } };
  const properties = {
    ...(body['properties'] as Json),
    photos: { type: 'array', items: { type: 'string', format: 'binary' }, maxItems: 9 },
  };
  return { required: true, content: { 'multipart/form-data': { schema: { ...body, properties } } } };
}

function responses(route: Route, own: boolean): Json {
  const live = route.tag === 'Live';
  const content = live
    ? { 'text/event-stream': { schema: { type: 'string' } } }
    : { 'application/json': { schema: schemaOf(route.answer, 'output') } };
  const codes = new Set([...route.refusals, ...(own ? (['UNAUTHENTICATED'] as const) : []), 'UNAVAILABLE' as const]);
  const byStatus = new Map<number, string[]>();
  for (const code of codes) byStatus.set(STATUS_OF_CODE[code], [...(byStatus.get(STATUS_OF_CODE[code]) ?? []), code]);
  const refusals = [...byStatus].map(([status, names]) => [
    String(status),
    {
      description: names.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    },
  ]);
  return { [String(route.status)]: { description: 'Done', content }, ...Object.fromEntries(refusals) };
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}
