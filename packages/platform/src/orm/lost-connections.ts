import type { Pool, PoolClient } from 'pg';

/**
 * Gives a connection that ends inside a transaction back to its pool. The ORM's query builder rolls back first and never
 * releases when that fails, so that each lost connection would take a place in the pool for ever.
 */
export function releaseLostConnections(pool: Pool): void {
  pool.on('connect', (client) => {
    client.once('end', () => release(client as PoolClient));
  });
}

function release(client: PoolClient): void {
  try {
    client.release(true);
  } catch {
    // It was idle, and the pool itself has taken it out.
  }
  // The holder may call it once more.
  client.release = () => undefined;
}
