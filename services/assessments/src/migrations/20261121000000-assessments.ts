import { correlationIndexSql, eventStoreSchemaSql } from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';

const projections = [
  `create table photo_score (
    photo_id uuid primary key,
    owner_id uuid not null,
    photo_assessment_id uuid,
    assessment_id uuid unique,
    running boolean not null,
    test_limit integer not null,
    test_times_rated integer not null check (test_times_rated between 0 and test_limit),
    times_rated integer not null,
    total_score integer not null,
    sum_of_squares integer not null,
    comments jsonb not null,
    comments_selected jsonb not null,
    min_comments integer not null,
    rating_required boolean not null,
    comments_negative boolean not null,
    revision integer not null
  )`,
  'create index photo_score_running on photo_score (owner_id) where running',
  `create table received_rating (
    submission_id uuid not null,
    photo_id uuid not null,
    photo_assessment_id uuid not null,
    owner_id uuid not null,
    assessor_id uuid not null,
    score integer check (score between 1 and 20),
    comments jsonb not null,
    accepted_at timestamptz not null,
    primary key (submission_id, photo_id)
  )`,
  'create index received_rating_photo on received_rating (photo_id, accepted_at desc)',
  'create index received_rating_owner on received_rating (owner_id, accepted_at desc)',
  `create table photo_assessment (
    photo_assessment_id uuid primary key,
    owner_id uuid not null,
    status text not null check (status in ('opened', 'started', 'abandoned', 'reset')),
    photo_ids jsonb not null,
    expires_at timestamptz not null
  )`,
  `create index photo_assessment_opened on photo_assessment (expires_at) where status = 'opened'`,
  'create index photo_assessment_owner on photo_assessment (owner_id)',
];

const feed = [
  `create table open_assessment (
    assessment_id uuid primary key,
    photo_assessment_id uuid not null,
    photo_id uuid not null,
    owner_id uuid not null,
    is_open boolean not null,
    test_limit integer not null,
    accepted integer not null check (accepted between 0 and test_limit),
    served_share double precision not null generated always as (accepted::double precision / test_limit) stored,
    waiting_since timestamptz not null
  )`,
  `create index open_assessment_feed on open_assessment (served_share, waiting_since, photo_assessment_id, assessment_id)
    include (owner_id, photo_id, test_limit, accepted) where is_open`,
  'create index open_assessment_owner on open_assessment (owner_id) where is_open',
  'create index open_assessment_photo_assessment on open_assessment (photo_assessment_id) where is_open',
  `create table assessment_slot (
    assessment_id uuid not null,
    assessor_id uuid not null,
    expires_at timestamptz not null,
    primary key (assessment_id, assessor_id)
  )`,
  'create table rated_assessment (assessor_id uuid not null, assessment_id uuid not null, primary key (assessor_id, assessment_id))',
  `create table rated_owner (
    assessor_id uuid not null,
    owner_id uuid not null,
    last_rated_at timestamptz not null,
    primary key (assessor_id, owner_id)
  )`,
];

const records = [
  `create table photo_result (
    photo_id uuid primary key,
    owner_id uuid not null,
    revision integer not null,
    range_low integer not null,
    range_high integer not null,
    level text not null check (level in ('High', 'Medium', 'Low')),
    ranked_comments jsonb not null,
    stream_version integer not null
  )`,
  `create table participant (
    user_id uuid primary key,
    is_approved boolean not null default false,
    country text,
    location_preference text not null default 'All' check (location_preference in ('NotMine', 'All')),
    preference_version integer not null default 0
  )`,
  `create table owner_photo (
    photo_id uuid primary key,
    owner_id uuid not null,
    in_planner boolean not null,
    is_deleted boolean not null,
    photo_version integer not null
  )`,
  'create index owner_photo_planner on owner_photo (owner_id) where in_planner',
];

export class Assessments extends Migration {
  override up(): void {
    for (const statement of [...eventStoreSchemaSql(), correlationIndexSql, ...projections, ...feed, ...records])
      this.addSql(statement);
  }
}
