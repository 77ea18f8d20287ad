import { Migration } from '@mikro-orm/migrations';

const statements = [
  // Nothing in it leads to a person: no user, no address, no session.
  `create table analytics_events (
    event_id bigint generated always as identity primary key,
    name text not null,
    path text,
    props jsonb not null,
    received_at timestamptz not null,
    counted_at timestamptz
  )`,
  'create index analytics_events_uncounted on analytics_events (event_id) where counted_at is null',
  'create index analytics_events_counted_at on analytics_events (counted_at)',
  `create table analytics_days (
    day date not null,
    name text not null,
    path text not null,
    events bigint not null,
    primary key (day, name, path)
  )`,
];

export class Analytics extends Migration {
  override async up(): Promise<void> {
    for (const statement of statements) this.addSql(statement);
  }
}
