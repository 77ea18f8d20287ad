import { Migration } from '@mikro-orm/migrations';

const statements = [
  `create table support_calls (
    entry_id uuid primary key,
    user_id uuid not null,
    call text not null,
    targets text[] not null,
    reason text,
    ticket text,
    request_id text not null,
    called_at timestamptz not null default now()
  )`,
  'create index support_calls_called_at on support_calls (called_at, entry_id)',
  // A row of its own, so that nothing that was written is ever changed.
  `create table support_call_outcomes (
    entry_id uuid primary key references support_calls,
    status integer not null,
    code text,
    targets text[] not null,
    answered_at timestamptz not null default now()
  )`,
  `create function refuse_audit_change() returns trigger language plpgsql as $function$
  begin
    raise exception 'the audit log is append-only: % refused', tg_op using errcode = 'restrict_violation';
  end $function$`,
  ...['support_calls', 'support_call_outcomes'].map(
    (table) => `create trigger ${table}_append_only before update or delete or truncate on ${table}
      for each statement execute function refuse_audit_change()`,
  ),
];

export class SupportAudit extends Migration {
  override async up(): Promise<void> {
    for (const statement of statements) this.addSql(statement);
  }
}
