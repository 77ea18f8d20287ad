import { Migration } from '@mikro-orm/migrations';

const statements = [
  `create table evaluation_group (
    group_id uuid primary key,
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
  'create index evaluation_group_owner on evaluation_group (owner_id, created_at desc)',
  `create index evaluation_group_feed on evaluation_group (served_share, started_at, group_id)
    where status = 'running'`,
  `create table general_rating (
    submission_id uuid primary key,
    group_id uuid not null,
    assessment_id uuid not null,
    owner_id uuid not null,
    rater_id uuid not null,
    comments jsonb not null,
    accepted_at timestamptz not null,
    unique (assessment_id, rater_id)
  )`,
  'create index general_rating_group on general_rating (group_id)',
  'create index general_rating_owner on general_rating (owner_id, accepted_at desc)',
  `create table group_slot (
    assessment_id uuid not null,
    assessor_id uuid not null,
    expires_at timestamptz not null,
    primary key (assessment_id, assessor_id)
  )`,
];

export class EvaluationGroups extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
