import { Migration } from '@mikro-orm/migrations';

/**
 * Creates an index on a table in use without blocking its writers: it runs outside transactions, alone. An invalid
 * index that an interrupted run left is dropped and created again; the migration is done only when the index is valid.
 */
export abstract class ConcurrentIndexMigration extends Migration {
  abstract readonly index: string;
  /** The text after `create index concurrently <name> on`, or after `create unique index` if `isUnique` is true. */
  abstract readonly definition: string;
  readonly isUnique: boolean = false;

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists ${this.index}`);
    this.addSql(`create ${this.isUnique ? 'unique ' : ''}index concurrently ${this.index} on ${this.definition}`);
  }
}
