import { Migration } from '@mikro-orm/migrations';

/** How raters behave, what became of them, and up to where it has been judged. */
const statements = [
  `create table rater_opening (
    rater_id uuid not null,
    test_id uuid not null,
    opened_at timestamptz not null,
    expires_at timestamptz not null,
    rated_at timestamptz,
    is_void boolean not null,
    primary key (rater_id, test_id)
  )`,
  'create index rater_opening_by_test on rater_opening (test_id)',
  `create table rater_submission (
    submission_id uuid primary key,
    rater_id uuid not null,
    test_id uuid not null,
    accepted_at timestamptz not null,
    seconds double precision not null,
    photos integer not null,
    scores integer[] not null,
    gold_right boolean
  )`,
  'create index rater_submission_by_rater on rater_submission (rater_id, accepted_at desc)',
  `create table rater_standing (
    rater_id uuid primary key,
    standing text not null check (standing in ('good', 'warned', 'paused')),
    signal text,
    since timestamptz not null,
    appeal text,
    appealed_at timestamptz
  )`,
  `create index rater_standing_of_concern on rater_standing (since desc, rater_id) where standing <> 'good'`,
  `create table rater_judgement (
    rater_id uuid primary key,
    judged_up_to timestamptz not null
  )`,
];

export class Raters extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
