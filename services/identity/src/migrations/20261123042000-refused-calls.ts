import { Migration } from '@mikro-orm/migrations';

const statements = [
  // Of who tries support's calls without the role: a line in the log for each call and day, and how often here.
  `create table refused_calls (
    user_id uuid not null,
    call text not null,
    on_day date not null,
    entry_id uuid not null unique,
    times integer not null default 1,
    last_at timestamptz not null default now(),
    primary key (user_id, call, on_day)
  )`,
  // An address is only found as a whole, an id by the primary key.
  'drop index credentials_email_prefix',
  'drop index credentials_user_id_prefix',
];

export class RefusedCalls extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
