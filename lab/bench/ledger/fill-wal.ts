import pg from 'pg';

const segments = 60;

/**
 * Gives a new cluster the write-ahead log files that one has after some time of work, to be used again and again. Until
 * then every 16 MB written cost a file that is made, zeroed and synced, which both sides would be measured with.
 * Lasts until the server stops.
 */
export async function fillWal(postgresUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    await client.query(`alter system set min_wal_size = '1GB'`);
    await client.query('select pg_reload_conf()');
    await client.query(
      `select pg_logical_emit_message(false, '', ''), pg_switch_wal() from generate_series(1, ${segments})`,
    );
    await client.query('checkpoint');
    await client.query('alter system reset min_wal_size');
  } finally {
    await client.end();
  }
}
