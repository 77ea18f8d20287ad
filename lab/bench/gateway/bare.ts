/**
 * The simplest code that gives the product's answers: a bare Fastify, alone or in front of a bare NATS responder. Both
 * are separate processes, so that they share the cores as the product's processes do.
 */
import { randomUUID } from 'node:crypto';
import { EventStore } from '@candid/event-store';
import { connect } from '@nats-io/transport-node';
import Fastify from 'fastify';
import pg from 'pg';
import type { BareRole, BareSettings } from './start-bare.js';

const [role, given = '{}'] = process.argv.slice(2) as [BareRole, string?];
const settings = JSON.parse(given) as BareSettings;
const connected = settings.natsUrl ? await connect({ servers: settings.natsUrl }) : undefined;
const nats = () => connected ?? fail('natsUrl is missing');
const ready = { server: serve, responder: respond, appender: respondAfterAppend, selector: respondWithRows };
process.stdout.write(`ready ${await ready[role]()}\n`);

/** Serves `/plain` from memory, `/hop` by the responder, `/append` by the appender and `/hops` by the selectors. */
async function serve(): Promise<string> {
  const server = Fastify();
  const body = settings.body ?? '';
  server.get('/plain', (_, reply) => reply.type('application/json; charset=utf-8').send(body));
  server.get('/hop/:userId', async (request, reply) => {
    const { userId } = request.params as { userId: string };
    const message = await nats().request('bare.hop', JSON.stringify({ userId }), { timeout: 5_000 });
    return reply.type('application/json; charset=utf-8').send(message.string());
  });
  server.route({
    method: ['GET', 'POST'],
    url: '/hops',
    handler: async (_, reply) => {
      for (const subjects of settings.groups ?? [])
        await Promise.all(
          subjects.map(async (subject) => (await nats().request(subject, '{}', { timeout: 5_000 })).json()),
        );
      return reply.type('application/json; charset=utf-8').send(body);
    },
  });
  server.post('/append', async (request, reply) => {
    const message = await nats().request('bare.append', JSON.stringify(request.body), { timeout: 5_000 });
    return reply.type('application/json; charset=utf-8').send(message.string());
  });
  return server.listen({ port: 0, host: '127.0.0.1' });
}

async function respond(): Promise<string> {
  nats().subscribe('bare.hop', { callback: (_, message) => void message.respond(settings.body ?? '') });
  await nats().flush();
  return '';
}

/** Appends one event to a new stream per request. Concurrent appends share one statement. */
async function respondAfterAppend(): Promise<string> {
  const store = new EventStore({ pool: new pg.Pool({ connectionString: settings.databaseUrl ?? '', max: 4 }) });
  nats().subscribe('bare.append', {
    callback: (_, message) => {
      const data = message.json<object>();
      const streamId = `bare-${randomUUID()}`;
      void store
        .append({
          streams: [{ streamId, expectedVersion: 0, events: [{ type: 'Appended', data }] }],
          metadata: { correlationId: streamId },
        })
        .then(() => message.respond(settings.body ?? ''));
    },
  });
  await nats().flush();
  return '';
}

/** Answers each request with the rows of all statements, which are pipelined. */
async function respondWithRows(): Promise<string> {
  const pool = new pg.Pool({ connectionString: settings.databaseUrl ?? '', max: 4 });
  nats().subscribe(settings.subject ?? fail('subject is missing'), {
    callback: (_, message) => {
      void Promise.all((settings.selects ?? []).map((select) => pool.query(select))).then((results) =>
        message.respond(JSON.stringify(results.map(({ rows }) => rows))),
      );
    },
  });
  await nats().flush();
  return '';
}

function fail(reason: string): never {
  throw new Error(reason);
}
