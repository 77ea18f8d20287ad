import { Migration } from '@mikro-orm/migrations';

/** One opening shows all of a person's photos, whatever photo assessments they are in. */
const statements = [
  'drop table opening',
  `create table opening (
    opening_id uuid not null,
    /** A photo assessment, or a round of a profile assessment. */
    subject_id uuid not null,
    assessor_id uuid not null,
    owner_id uuid not null,
    kind text not null check (kind in ('photos', 'gold', 'profile')),
    opened_at timestamptz not null,
    expires_at timestamptz not null,
    slots integer not null,
    rated_at timestamptz,
    is_void boolean not null,
    primary key (opening_id, subject_id)
  )`,
  'create index opening_by_assessor on opening (assessor_id, opened_at desc)',
  'create index opening_by_subject on opening (subject_id)',
  'create index opening_by_end on opening (expires_at) where rated_at is null and not is_void',
  `create table opening_limits (
    assessor_id uuid primary key,
    opened_at jsonb not null,
    held jsonb not null
  )`,
  `create table gold_showing (
    photo_assessment_id uuid primary key,
    assessor_id uuid not null,
    gold_id uuid not null,
    owner_id uuid not null,
    account_id uuid not null,
    photos jsonb not null,
    settings jsonb not null,
    times_rated integer not null,
    looking_for jsonb not null,
    offered_at timestamptz not null,
    opened_at timestamptz,
    is_over boolean not null default false,
    unique (assessor_id, gold_id)
  )`,
  'create index gold_showing_by_owner on gold_showing (owner_id)',
  `alter table assessor_submission add column gold_ratings jsonb`,
  // With the index that includes it.
  'alter table open_assessment drop column test_photos',
  `create index open_assessment_feed on open_assessment (served_share, waiting_since, photo_assessment_id, assessment_id)
    include (owner_id, photo_id, test_limit, accepted, reserved) where is_open`,
];

export class Openings extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
