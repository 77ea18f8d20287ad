import type { AnyEntity, EntityClass } from '@mikro-orm/core';
import { type Options, PostgreSqlDriver } from '@mikro-orm/postgresql';
import pg, { type Pool, type PoolClient } from 'pg';

interface OrmSettings {
  url: string;
  entities: EntityClass<AnyEntity>[];
  poolMax?: number;
  /** 5,000 by default, because a request waits for the connection. */
  connectionTimeoutMillis?: number;
  onPool?: (pool: Pool) => void;
}

/** There is no global context (fork an EntityManager per message or job) and no connection before the first query. */
export function ormOptions({
  url,
  entities,
  poolMax = 4,
  connectionTimeoutMillis = 5_000,
  onPool,
}: OrmSettings): Options {
  return {
    driver: PostgreSqlDriver,
    clientUrl: url,
    entities,
    pool: { min: 0, max: poolMax, idleTimeoutMillis: 30_000 },
    driverOptions: {
      connectionTimeoutMillis,
      keepAlive: true,
      // Sends a statement before the previous one is answered, if a caller starts both together (`together`).
      pipeline: true,
      // Converts values as the event store's pool does. MikroORM's own types would leave dates and times as text.
      types: new pg.TypeOverrides(),
      onPoolCreated: (pool: Pool) => {
        releaseLostConnections(pool);
        onPool?.(pool);
      },
    },
    allowGlobalContext: false,
    ensureDatabase: false,
    discovery: { warnWhenNoEntities: false },
    debug: false,
    // The driver's own warnings contain statements, and those contain values.
    logger: () => undefined,
  };
}

/** Releases lost connections: the ORM keeps a connection whose rollback fails, and the pool would never replace it. */
function releaseLostConnections(pool: Pool): void {
  pool.on('connect', (client) => {
    client.once('end', () => release(client as PoolClient));
  });
}

function release(client: PoolClient): void {
  try {
    client.release(true);
  } catch {
    // The connection was idle, so the pool itself has removed it.
  }
  // The user of the connection may release it again, which must do nothing.
  client.release = () => undefined;
}
