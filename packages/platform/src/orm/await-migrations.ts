import { setTimeout as delay } from 'node:timers/promises';
import type { Constructor } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import pg from 'pg';

interface AwaitMigrationsOptions {
  url: string;
  migrations: readonly Constructor<Migration>[];
  report: (state: string) => void;
  pollMs?: number;
  signal?: AbortSignal;
}

/** Resolves once the database has all `migrations`. Waits while it is unavailable or empty, or lacks the role. */
export async function awaitMigrations(options: AwaitMigrationsOptions): Promise<void> {
  const { url, migrations, report, pollMs = 2_000, signal } = options;
  let reported = '';
  while (!signal?.aborted) {
    const state = await missing(url, migrations);
    if (state === '') return;
    if (state !== reported) report(state);
    reported = state;
    await delay(pollMs, undefined, { signal });
  }
}

function nameOf(MigrationClass: Constructor<Migration>): string {
  const { name } = new (MigrationClass as new (...parts: undefined[]) => Migration)();
  return name ?? MigrationClass.name;
}

async function missing(url: string, migrations: readonly Constructor<Migration>[]): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, application_name: 'migrated' });
  // Without a listener, a lost connection would end the process. With one, the next statement fails.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>('select name from mikro_orm_migrations');
    const done = new Set(rows.map(({ name }) => name));
    const names = migrations.map(nameOf).filter((name) => !done.has(name));
    return names.length > 0 ? `waiting for ${names.join(', ')}` : '';
  } catch (error) {
    return `waiting for the database: ${(error as Error).message}`;
  } finally {
    await client.end().catch(() => undefined);
  }
}
