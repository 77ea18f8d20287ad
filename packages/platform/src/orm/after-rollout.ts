import { orderByPositionSql } from '@candid/event-store';
import type { Constructor } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';
import { commandArguments } from '../config/command-arguments.js';

/** A database that nobody has used is ordered by position from its first migration on. */
export class OrderEventsByPosition extends Migration {
  override up(): void {
    for (const statement of orderByPositionSql) this.addSql(statement);
  }
}

/**
 * Returns the migrations that the `migrate` entry runs. With `migrate.js after-rollout`, these include the changes that
 * processes of the previous version cannot run beside. A later version adds them to its own migrations.
 */
export function askedMigrations(
  migrations: Constructor<Migration>[],
  asked: readonly string[] = commandArguments(),
): Constructor<Migration>[] {
  if (asked.length === 0) return migrations;
  if (asked.length > 1 || asked[0] !== 'after-rollout') throw new Error(`unknown: ${asked.join(' ')}`);
  return [...migrations, OrderEventsByPosition];
}
