import { connectNats } from '@candid/platform';
import type { NatsConnection } from '@nats-io/transport-node';
import { startNatsServer, startRedisServer, type TestServer } from './servers.js';

export interface NatsFixture extends TestServer {
  /** A connection of the test itself. */
  connection: NatsConnection;
}

/** A NATS server and a connection to it. Stream names are fixed per service, so each spec file has its own server. */
export async function natsFixture(): Promise<NatsFixture> {
  const server = await startNatsServer();
  const connection = await connectNats(server.url, 'test');
  return {
    ...server,
    connection,
    stop: async () => {
      await connection.close();
      await server.stop();
    },
  };
}

/** A Redis server of the spec file's own: queue names are fixed per service. */
export const redisFixture = (): Promise<TestServer> => startRedisServer();
