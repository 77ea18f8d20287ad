/**
 * The least that answers the same question: a bare Fastify in front of a bare NATS responder. Started twice as its own
 * process, `server` and `responder`, so that it shares the cores as the real processes do.
 */
import { connect } from '@nats-io/transport-node';
import Fastify from 'fastify';

const [role, natsUrl = '', body = '{}'] = process.argv.slice(2);
const nats = await connect({ servers: natsUrl });

if (role === 'responder') {
  nats.subscribe('bare.hop', { callback: (_, message) => void message.respond(body) });
  await nats.flush();
  process.stdout.write('ready\n');
} else {
  const server = Fastify();
  server.get('/api/get-user/:userId', async (request, reply) => {
    const { userId } = request.params as { userId: string };
    const message = await nats.request('bare.hop', JSON.stringify({ userId }), { timeout: 2_000 });
    return reply.type('application/json').send(message.string());
  });
  process.stdout.write(`ready ${await server.listen({ port: 0, host: '127.0.0.1' })}\n`);
}
