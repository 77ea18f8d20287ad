import { Migration } from '@mikro-orm/migrations';

/** How assessors behave, what became of them, and up to where it has been judged. */
const statements = [
  `create table opening (
    assessor_id uuid not null,
    photo_assessment_id uuid not null,
    opened_at timestamptz not null,
    expires_at timestamptz not null,
    rated_at timestamptz,
    is_void boolean not null,
    primary key (assessor_id, photo_assessment_id)
  )`,
  'create index opening_by_test on opening (photo_assessment_id)',
  `create table assessor_submission (
    submission_id uuid primary key,
    assessor_id uuid not null,
    photo_assessment_id uuid not null,
    accepted_at timestamptz not null,
    seconds double precision not null,
    photos integer not null,
    scores integer[] not null,
    gold_right boolean
  )`,
  'create index assessor_submission_by_assessor on assessor_submission (assessor_id, accepted_at desc)',
  `create table assessor_standing (
    assessor_id uuid primary key,
    standing text not null check (standing in ('good', 'warned', 'paused')),
    signal text,
    since timestamptz not null,
    appeal text,
    appealed_at timestamptz
  )`,
  `create index assessor_standing_of_concern on assessor_standing (since desc, assessor_id) where standing <> 'good'`,
  `create table assessor_judgement (
    assessor_id uuid primary key,
    judged_up_to timestamptz not null
  )`,
];

export class Assessors extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
