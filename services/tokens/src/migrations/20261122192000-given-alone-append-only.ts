import { Migration } from '@mikro-orm/migrations';

const statements = [
  // The bound on what one person gives alone is read from this table: whoever may write it must not empty it.
  `comment on table given_alone is 'append-only: rows go by forget_given_alone() alone'`,
  // With its owner's rights. Its age is fixed, far beyond the day that the bound looks at.
  `create function forget_given_alone() returns void language sql security definer set search_path = public, pg_temp as
     $$ delete from given_alone where given_at < now() - interval '90 days' $$`,
];

export class GivenAloneAppendOnly extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
