import { setTimeout as delay } from 'node:timers/promises';
import type { Constructor } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import pg from 'pg';

export interface AwaitMigrationsOptions {
  /** Of the application role, which may read what was migrated. */
  url: string;
  migrations: readonly Constructor<Migration>[];
  /** Told what is still missing, each time that this changes. */
  report: (state: string) => void;
  pollMs?: number;
  signal?: AbortSignal;
}

/**
 * Resolves once the database has every one of `migrations`; it may have newer ones, as beside a newer version. A database
 * that is away, empty or without the role yet is waited for.
 */
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

async function missing(url: string, migrations: readonly Constructor<Migration>[]): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, application_name: 'migrated' });
  // A connection that is lost between two statements fails the next one; without a listener it ends the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>('select name from mikro_orm_migrations');
    const done = new Set(rows.map(({ name }) => name));
    const names = migrations.map(({ name }) => name).filter((name) => !done.has(name));
    return names.length === 0 ? '' : `waiting for ${names.join(', ')}`;
  } catch (error) {
    return `waiting for the database: ${(error as Error).message}`;
  } finally {
    await client.end().catch(() => undefined);
  }
}
