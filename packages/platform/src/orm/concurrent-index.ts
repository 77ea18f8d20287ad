import { Migration } from '@mikro-orm/migrations';

/**
 * Makes an index on a table that is in use, without holding up its writers: it runs outside transactions, alone. What a run that
 * was cut off has left, an index that is not valid, is removed and made again; it counts as done only when it is.
 */
export abstract class ConcurrentIndexMigration extends Migration {
  abstract readonly index: string;
  /** What follows `create index concurrently <name> on`, or with `isUnique` the same after `unique`. */
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
