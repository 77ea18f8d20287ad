import { Migration } from '@mikro-orm/migrations';

const statements = [
  'alter table participant add column has_left boolean not null default false',
  // For the export of what a person has rated.
  'create index received_rating_assessor on received_rating (assessor_id, accepted_at)',
];

export class AccountsThatLeft extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
