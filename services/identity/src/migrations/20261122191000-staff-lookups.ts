import { Migration } from '@mikro-orm/migrations';

const statements = [
  // How often a member of staff has searched for people and revealed addresses on a day (UTC).
  `create table staff_lookups (
    user_id uuid not null,
    kind text not null check (kind in ('search', 'reveal')),
    on_day date not null,
    times integer not null default 1,
    primary key (user_id, kind, on_day)
  )`,
];

export class StaffLookups extends Migration {
  override async up(): Promise<void> {
    for (const statement of statements) this.addSql(statement);
  }
}
