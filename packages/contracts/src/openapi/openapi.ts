import { z } from 'zod';
import { Refusal } from '../error-codes.js';
import type { Route } from '../http/route.js';
import { ROUTES } from '../http/routes.js';
import { isForStaff } from '../rpc/access.js';
import { exampleOf, type Json, type Schema, schemaOf } from './examples.js';
import { REFUSAL_TABLE, RESPONSE_HEADERS, responses } from './responses.js';
import { WRITTEN } from './written-examples.js';

const AUDIENCES: Record<Route['audience'], string> = {
  anyone: 'Open to everybody.',
  user: 'Needs a logged-in user.',
  assessor: 'Needs an approved assessor.',
  support: 'Needs the support role. Every call is put on record: who, what, when, why.',
  moderator: 'Needs the moderator role. Every call is put on record: who, what, when, why.',
  evidence: 'Needs the role safety-lead or legal. Every call is put on record: who, what, when, why.',
};

export function openApiDocument(publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of ROUTES) {
    paths[`/api${route.path}`] = { ...paths[`/api${route.path}`], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Candid',
      version: '0.1.0',
      description: INTRODUCTION,
      license: { name: 'All rights reserved', url: `${publicUrl}/terms-of-service` },
    },
    servers: [{ url: publicUrl }],
    tags: TAGS,
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The `token` of a log-in.' },
        refreshCookie: { type: 'apiKey', in: 'cookie', name: '__Host-candid_refresh' },
      },
      headers: RESPONSE_HEADERS,
      schemas: { Refusal: schemaOf(Refusal, 'output') },
    },
  };
}

function operation(route: Route): Json {
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    description: descriptionOf(route),
    security: securityOf(route),
    parameters: [
      ...parameters(route, 'params'),
      ...parameters(route, 'query'),
      ...HEADERS.filter(({ isOf }) => isOf(route)).map(({ parameter }) => parameter),
    ],
    ...(route.body || route.multipart ? { requestBody: requestBody(route) } : {}),
    responses: responses(route),
  };
}

function securityOf({ audience, path }: Route): Json[] {
  if (path.startsWith('/auth/re') || path === '/auth/logout') return [{ refreshCookie: [] }];
  return audience === 'anyone' ? [] : [{ bearer: [] }];
}

function descriptionOf({ audience, callerFields, ownedFields }: Route): string {
  const names = (fields: readonly string[]) => fields.map((field) => `\`${field.split('.')[1]}\``).join(', ');
  return [
    AUDIENCES[audience],
    ...(callerFields?.length ? [`${names(callerFields)} must be the caller’s own id, else 403.`] : []),
    ...(ownedFields?.length ? [`${names(ownedFields)} must name something of the caller’s, else 404.`] : []),
  ].join(' ');
}

const header = (name: string, description: string, maxLength: number): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', minLength: 1, maxLength },
});

const HEADERS: { isOf: (route: Route) => boolean; parameter: Json }[] = [
  {
    isOf: ({ method }) => method !== 'GET',
    parameter: header(
      'Idempotency-Key',
      'Printable. The same key and body within 24 hours gets the first answer again; another body is refused.',
      128,
    ),
  },
  { isOf: () => true, parameter: header('x-request-id', 'Your own name for this request; answered back.', 128) },
  {
    isOf: ({ audience, method }) => isForStaff(audience) && method === 'GET',
    parameter: header('x-reason', 'Why, for the audit log.', 500),
  },
  {
    isOf: ({ cacheControl }) => cacheControl !== undefined,
    parameter: header('If-None-Match', 'The ETag of the answer that you have.', 200),
  },
];

function requestBody(route: Route): Json {
  const { body = z.object({}) } = route;
  const schema = schemaOf(body, 'input');
  const example = exampleBody(route);
  const required = !body.safeParse(undefined).success;
  if (!route.multipart) return { required, content: { 'application/json': { schema, example } } };
  const binary = { type: 'string', format: 'binary' };
  const photos = { type: 'array', items: binary, minItems: 1, maxItems: route.filesMax };
  const properties = { ...(schema['properties'] as Json), photos };
  const wanted = [...((schema['required'] as string[] | undefined) ?? []), 'photos'];
  const form = {
    schema: { ...schema, properties, required: wanted },
    example: { ...(example as Json), photos: ['beach.jpg'] },
  };
  const encoding = { photos: { contentType: 'image/jpeg, image/png, image/webp, image/avif, image/heic' } };
  return { required: true, content: { 'multipart/form-data': { ...form, encoding } } };
}

export const exampleBody = (route: Route): unknown =>
  WRITTEN[route.id]?.body ?? exampleOf(schemaOf(route.body ?? z.object({}), 'input') as Schema);

function parameters(route: Route, place: 'params' | 'query'): Json[] {
  const schema = route[place];
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as Schema;
  const isRequired = (name: string) => place === 'params' || required.includes(name);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place === 'params' ? 'path' : 'query',
    required: isRequired(name),
    schema: property,
    // Optional parameters have no example, so that a first request from the documentation page omits them.
    ...(isRequired(name) ? { example: WRITTEN[route.id]?.[place]?.[name] ?? exampleOf(property, name) } : {}),
  }));
}

const INTRODUCTION = `Find your best photos, using feedback from real people.

**Log in** with \`POST /api/login\` and send its \`token\` as \`Authorization: Bearer …\`; it lasts 15 minutes, and
\`POST /api/auth/refresh\` exchanges the cookie that came with it for the next one.

**Every refusal** has the same form: \`success: false\`, a stable \`code\`, and a \`message\` that a person may read
(\`error\` repeats it); \`details\` names the fields. Nothing was done.

| status | code |
|---|---|
${REFUSAL_TABLE}

**Send a command again** as often as you like under the same \`Idempotency-Key\`: it is done once, and answered alike.

**Lists that grow** take \`limit\` and \`cursor\`; the answer's \`nextCursor\` leads on, and is null at the end.

**Dates** are ISO 8601 in UTC. Tokens are whole numbers; money is in minor units with its currency.`;

const DESCRIPTIONS: Record<Route['tag'], string> = {
  Identity: 'Accounts, sessions, preferences, notifications.',
  Photos: 'Uploads, the Profile Planner, the Photo Bank.',
  Assessments: 'Starting and ending assessments, rating others, results.',
  Tokens: 'Balance, holds, packs, the statement.',
  Moderation: 'Reports, blocks, statements, appeals, and the moderation desk. The desk needs the role `moderator`.',
  Support: 'For staff: accounts, the ledger, the audit log.',
  Live: 'What happens, as it happens.',
};

const TAGS = Object.entries(DESCRIPTIONS).map(([name, description]) => ({ name, description }));
