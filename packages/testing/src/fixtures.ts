import { connectNats } from '@candid/platform';
import type { NatsConnection } from '@nats-io/transport-node';
import { startNatsServer, startRedisServer, type TestServer } from './servers.js';

export interface NatsFixture extends TestServer {
  /** A connection of the test itself; `restart` resolves when it is there again. */
  connection: NatsConnection;
}

/** A NATS server and a connection to it. Stream names are fixed per service, so each spec file has its own server. */
export async function natsFixture(): Promise<NatsFixture> {
  const server = await startNatsServer();
  const connection = await connectNats(server.url, 'test');
  return {
    ...server,
    connection,
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
