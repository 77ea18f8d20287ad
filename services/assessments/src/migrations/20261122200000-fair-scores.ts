import { Migration } from '@mikro-orm/migrations';

/** What the aggregation worker knows of assessors beyond exact sums; all of it can be made again by a full fit. */
const statements = [
  `create table score_model (
    only_row boolean primary key check (only_row),
    model jsonb not null,
    fitted_at timestamptz not null,
    ratings integer not null
  )`,
  `create table assessor_severity (
    assessor_id uuid primary key,
    ratings integer not null,
    total integer not null,
    squares integer not null,
    precision double precision not null,
    shift double precision not null
  )`,
  `create table rating_evidence (
    photo_id uuid not null,
    submission_id uuid not null,
    assessor_id uuid not null,
    score integer not null,
    message_precision double precision not null,
    message_shift double precision not null,
    primary key (photo_id, submission_id)
  )`,
  `create table spoiled_submission (
    submission_id uuid primary key,
    assessor_id uuid not null,
    spoiled_at timestamptz not null default now()
  )`,
  'alter table participant add column stop_when_settled boolean not null default false',
];

export class FairScores extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
