import { Migration } from '@mikro-orm/migrations';

const statements = [
  `create table profile_assessment (
    profile_assessment_id uuid primary key,
    owner_id uuid not null,
    photo_ids jsonb not null,
    assessment_id uuid not null unique,
    status text not null check (status in ('running', 'completed', 'ended')),
    has_confirmed boolean not null,
    test_limit integer not null,
    original_number integer not null,
    test_times_rated integer not null check (test_times_rated between 0 and test_limit),
    served_share double precision not null generated always as (test_times_rated::double precision / test_limit) stored,
    comments_selected jsonb not null,
    comments_required integer not null,
    started_at timestamptz not null,
    created_at timestamptz not null
  )`,
  'create index profile_assessment_owner on profile_assessment (owner_id, created_at desc)',
  `create index profile_assessment_feed on profile_assessment (served_share, started_at, profile_assessment_id)
    where status = 'running'`,
  `create table profile_rating (
    submission_id uuid primary key,
    profile_assessment_id uuid not null,
    assessment_id uuid not null,
    owner_id uuid not null,
    assessor_id uuid not null,
    comments jsonb not null,
    accepted_at timestamptz not null,
    unique (assessment_id, assessor_id)
  )`,
  'create index profile_rating_assessment on profile_rating (profile_assessment_id)',
  'create index profile_rating_owner on profile_rating (owner_id, accepted_at desc)',
  `create table profile_slot (
    assessment_id uuid not null,
    assessor_id uuid not null,
    expires_at timestamptz not null,
    primary key (assessment_id, assessor_id)
  )`,
];

export class ProfileAssessments extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
