import { eventOrderSql } from './event-order.sql.js';
import { supportActsSql } from './support-acts.js';

const tables = [
  `create table events (
    global_position bigint generated always as identity primary key,
    transaction_id xid8 not null default pg_current_xact_id(),
    event_id uuid not null,
    stream_id text collate "C" not null,
    stream_version integer not null check (stream_version > 0),
    type text not null,
    schema_version integer not null default 1,
    data jsonb not null,
    metadata jsonb not null,
    recorded_at timestamptz not null default now(),
    constraint events_stream_version unique (stream_id, stream_version),
    constraint events_event_id unique (event_id)
  )`,
  'create index events_reading_order on events (transaction_id, global_position)',
  `create table idempotency_records (
    key text collate "C" primary key,
    fingerprint text not null,
    answer jsonb not null,
    recorded_at timestamptz not null default now()
  )`,
  `create index idempotency_records_age on idempotency_records (recorded_at)`,
  `create table checkpoints (
    name text primary key,
    transaction_id xid8 not null default '0',
    global_position bigint not null default 0,
    transport_id text,
    transport_sequence bigint,
    transport_event_id uuid,
    transport_holes integer not null default 0,
    transport_generation integer not null default 0,
    updated_at timestamptz not null default now()
  )`,
  `create table inbox (
    subscriber text not null,
    event_id uuid not null,
    received_at timestamptz not null default now(),
    primary key (subscriber, event_id)
  )`,
  `create table dead_letters (
    id bigint generated always as identity primary key,
    subscriber text not null,
    event_id uuid,
    subject text not null,
    payload text not null,
    reason text not null,
    attempts integer not null default 1,
    failed_at timestamptz not null default now(),
    replayed_at timestamptz,
    constraint dead_letters_event unique (subscriber, event_id)
  )`,
  'create index dead_letters_open on dead_letters (failed_at) where replayed_at is null',
  `create table work_items (
    id text primary key,
    queue text not null,
    payload jsonb not null,
    available_at timestamptz not null default now(),
    attempts integer not null default 0,
    last_error text,
    created_at timestamptz not null default now(),
    completed_at timestamptz,
    failed_at timestamptz,
    correlation_id text,
    traceparent text
  )`,
  `create index work_items_open on work_items (queue, available_at)
    where completed_at is null and failed_at is null`,
  'create index work_items_given_up on work_items (failed_at) where failed_at is not null',
  'create index work_items_done on work_items (queue, completed_at) where completed_at is not null',
];

const appendOnly = [
  `create function refuse_event_change() returns trigger language plpgsql as $function$
  begin
    raise exception 'events are append-only: % refused', tg_op using errcode = 'restrict_violation';
  end $function$`,
  `create trigger events_append_only before update or delete or truncate on events
    for each statement execute function refuse_event_change()`,
];

/**
 * For a table whose rows never change: autovacuum freezes them when it first reads them, as it has to sooner or later. Otherwise it
 * reads the whole table again after 150 million transactions.
 */
export const freezeAtOnceSql = (table: string): string => `alter table ${table} set (autovacuum_freeze_min_age = 0)`;

/** Projections are rebuilt in tables of this schema, beside the live ones. */
export const rebuildSchema = 'projection_rebuild';

/** The statements of a service's first migration, run by the owner in the service's schema, in this order. */
export function eventStoreSchemaSql(): string[] {
  const rebuild = `create schema if not exists ${rebuildSchema}`;
  return [...tables, ...appendOnly, ...supportActsSql, ...eventOrderSql, rebuild];
}

/** The application role may insert and read events, never change them; grants on the service's own tables are its own. */
export function grantApplicationRoleSql(role: string): string[] {
  const name = `"${role.replaceAll('"', '""')}"`;
  return [
    `grant select, insert on events to ${name}`,
    `grant select on sequence events_global_position_seq to ${name}`,
    `grant select, insert, delete on idempotency_records to ${name}`,
    `grant select, insert, update, delete on checkpoints, inbox, dead_letters, work_items to ${name}`,
    `grant usage, create on schema ${rebuildSchema} to ${name}`,
  ];
}
