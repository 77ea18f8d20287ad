import { connectNats, ensureStream } from '@candid/platform';
import { type JetStreamClient, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { startNatsServer, startRedisServer, type TestServer } from './servers.js';

export interface NatsFixture extends TestServer {
  /** A connection of the test itself; `restart` resolves when it is there again. */
  connection: NatsConnection;
  /** Waits longer for an answer than a service's own client does. */
  jetstream: JetStreamClient;
  /** Makes the streams of these services if they do not exist. */
  ensureStreams(...services: string[]): Promise<void>;
}

/** A JetStream request on a starved machine is answered late; the client's usual 5 s are no matter of a test. */
const PATIENT_MS = 120_000;

/** A NATS server and a connection to it. Stream names are fixed per service, so each spec file has its own server. */
export async function natsFixture(): Promise<NatsFixture> {
  const server = await startNatsServer();
  const connection = await connectNats(server.url, 'test');
  const manager = await jetstreamManager(connection, { checkAPI: false, timeout: PATIENT_MS });
  return {
    ...server,
    connection,
    jetstream: jetstream(connection, { timeout: PATIENT_MS }),
    ensureStreams: async (...services) => {
      await Promise.all(services.map((service) => ensureStream(manager, service)));
    },
    restart: async (options) => {
      const reconnected = nextReconnect(connection);
      await server.restart(options);
      await reconnected;
    },
    stop: async () => {
      await connection.close();
      await server.stop();
    },
  };
}

async function nextReconnect(connection: NatsConnection): Promise<void> {
  for await (const status of connection.status()) if (status.type === 'reconnect') return;
}

/** A Redis server of the spec file's own: queue names are fixed per service. */
export const redisFixture = (): Promise<TestServer> => startRedisServer();
