import {
  correlationIndexSql,
  eventStoreSchemaSql,
  freezeAtOnceSql,
  inboxReachSql,
  keepRefusalsSql,
} from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';
import { hiddenTables } from '../blocks/hidden.js';
import { linkedAccountsTables } from '../linked-accounts/find-linked-accounts.js';
import { recentSubmissionsTable } from '../linked-accounts/submission-habits.js';
import { noticeHoldTable } from '../moderation/notice-holds.js';
import { moderationTables, moderationTextTable } from '../moderation/read-model.js';
import { ratingContentTable } from '../photo-assessment/rating-contents.js';
import { photoResultTable } from '../results/photo-results.js';
import { scoreTables } from '../results/read-model.js';
import { adjustedScoreTables } from '../scoring/adjusted-scores.rows.js';

const projections = [
  ...scoreTables,
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
    is_running boolean not null,
    is_held boolean not null default false,
    is_unscreened boolean not null default false,
    /** True if assessors may see the assessment. */
    is_open boolean not null generated always as (is_running and not is_held and not is_unscreened) stored,
    test_limit integer not null,
    accepted integer not null check (accepted between 0 and test_limit),
    served_share double precision not null generated always as (accepted::double precision / test_limit) stored,
    waiting_since timestamptz not null,
    first_rated_at timestamptz,
    /** The next rating is expected from then on: the start, or the newest rating, extension, reopening or release. */
    next_since timestamptz not null,
    /** Number of slots, stored so that a page of the feed need not count them for each row. */
    reserved integer not null,
    /** The defaults of these two mean "unknown": a page of the feed then looks the facts up. */
    assessor_filter bigint not null default -1,
    has_location_preference boolean not null default true,
    /** The sweep writes these five columns. Null if the assessment is offered to everybody. */
    audience_until timestamptz,
    seeks_gender text,
    seeks_age_from smallint,
    seeks_age_to smallint,
    owner_gender text
  )`,
  // The index contains all columns that a page of the feed reads.
  `create index open_assessment_turn on open_assessment (served_share, waiting_since, photo_assessment_id, assessment_id)
    include (owner_id, photo_id, test_limit, accepted, reserved, assessor_filter, has_location_preference, audience_until)
    where is_open`,
  // If this index were missing, the planner would underestimate the rows of an audience, and read and sort all rows.
  `create index open_assessment_audience on open_assessment (served_share, waiting_since, photo_assessment_id, assessment_id)
    include (is_open, owner_id, photo_id, test_limit, accepted, reserved, assessor_filter, has_location_preference,
      audience_until, seeks_gender, seeks_age_from, seeks_age_to, owner_gender)
    where audience_until is not null`,
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
  'create index rated_owner_lately on rated_owner (assessor_id, last_rated_at) include (owner_id)',
  `create table audience_first (
    assessment_id uuid primary key,
    /** Before this time the assessment is offered only to the owner's audience. */
    until timestamptz not null
  )`,
  'create index audience_first_until on audience_first (until)',
  `create table completed_assessment (
    assessment_id uuid primary key,
    test_limit integer not null,
    is_audience_first boolean not null,
    started_at timestamptz not null,
    first_rated_at timestamptz not null,
    completed_at timestamptz not null
  )`,
  `create index completed_assessment_lately on completed_assessment (is_audience_first, completed_at)
    include (test_limit, started_at, first_rated_at)`,
];

const profiles = [
  `create table profile_assessment (
    profile_assessment_id uuid primary key,
    owner_id uuid not null,
    photo_ids jsonb not null,
    assessment_id uuid not null unique,
    status text not null check (status in ('running', 'completed', 'ended')),
    /** The round pauses while this list, or the next one, is not empty. */
    held_photo_ids jsonb not null default '[]',
    unscreened_photo_ids jsonb not null default '[]',
    /** True if assessors may see the profile. */
    is_open boolean not null generated always as
      (status = 'running' and held_photo_ids = '[]' and unscreened_photo_ids = '[]') stored,
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
    where is_open`,
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
  // Index for the export of the comments that a person gave on profiles.
  'create index profile_rating_assessor on profile_rating (assessor_id, accepted_at)',
  `create table profile_slot (
    assessment_id uuid not null,
    assessor_id uuid not null,
    expires_at timestamptz not null,
    primary key (assessment_id, assessor_id)
  )`,
];

const records = [
  photoResultTable,
  `create table participant (
    user_id uuid primary key,
    is_approved boolean not null default false,
    approved_at timestamptz,
    country text,
    location_preference text not null default 'All' check (location_preference in ('NotMine', 'All')),
    preference_version integer not null default 0,
    has_left boolean not null default false,
    stop_when_settled boolean not null default false,
    /** Stream version of the event with the country. A late event with an older version changes nothing. */
    country_version integer not null default 0,
    gender text,
    interested_in text,
    /** First birth year of a band of five. */
    born_from smallint,
    description_version bigint not null default 0,
    /** The audience; null for no limit. */
    seeks_gender text,
    seeks_age_from smallint,
    seeks_age_to smallint,
    audience_version bigint not null default 0,
    compare_by text not null default 'anyone',
    /** Until this time the earlier description below decides about audiences. Null: the newest one decides. */
    description_counts_from timestamptz,
    named_countries text[] not null default '{}',
    /** The earlier description, which counts until the newest one does. */
    counting_gender text,
    counting_interested_in text,
    counting_born_from smallint
  )`,
  `create index participant_hidden on participant (country, user_id) where location_preference = 'NotMine'`,
  // Index for the fit, which learns from these owners' photos how audiences differ.
  `create index participant_audience on participant (user_id)
    where num_nonnulls(seeks_gender, seeks_age_from, seeks_age_to) > 0`,
  // Index for the outlook, which counts the active assessors of an audience.
  'create index participant_described on participant (gender, born_from) where is_approved',
  `create table owner_photo (
    photo_id uuid primary key,
    owner_id uuid not null,
    in_planner boolean not null,
    is_deleted boolean not null,
    photo_version integer not null
  )`,
  'create index owner_photo_planner on owner_photo (owner_id) where in_planner',
];

/** Estimates of the aggregation worker, and the submissions that its scores exclude. */
const fairScores = [
  ...adjustedScoreTables,
  `create table spoiled_submission (
    submission_id uuid primary key,
    assessor_id uuid not null,
    spoiled_at timestamptz not null default now()
  )`,
];

/** Behaviour of assessors, their standing, and the time up to which the behaviour is judged. */
const assessors = [
  // One opening may cover several photo assessments, because it shows all photos of a person.
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
  `create table assessor_submission (
    submission_id uuid primary key,
    assessor_id uuid not null,
    photo_assessment_id uuid not null,
    accepted_at timestamptz not null,
    seconds double precision not null,
    photos integer not null,
    scores integer[] not null,
    gold_right boolean,
    /** Ratings that no owner's score contains: answers to a gold pair, and ratings of photos held since the opening. */
    uncounted_ratings jsonb
  )`,
  'create index assessor_submission_by_assessor on assessor_submission (assessor_id, accepted_at desc)',
  `create table assessor_standing (
    assessor_id uuid primary key,
    standing text not null check (standing in ('good', 'warned', 'paused')),
    signal text,
    since timestamptz not null,
    appealed_at timestamptz
  )`,
  `create index assessor_standing_of_concern on assessor_standing (since desc, assessor_id) where standing <> 'good'`,
  // The text of an appeal is not an event, because it is deleted with the account.
  'create table assessor_appeal (assessor_id uuid primary key, text text not null)',
  `create table assessor_judgement (
    assessor_id uuid primary key,
    judged_up_to timestamptz not null
  )`,
  `create table gold_pair (
    gold_id uuid primary key,
    owner_id uuid not null,
    fine_photo_id uuid not null,
    bad_photo_id uuid not null,
    registered_at timestamptz not null,
    is_for_trials boolean not null
  )`,
  'create index gold_pair_by_fine_photo on gold_pair (fine_photo_id)',
  // A trial of a person who wants to assess. The sweep removes it after `TRIAL.windowMs`.
  `create table assessor_trial (
    trial_id uuid primary key,
    person_id uuid not null,
    /** Pairs of {photoId, storedPhotoId, isFine}. */
    pairs jsonb not null,
    started_at timestamptz not null,
    is_passed boolean
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
];

const statements = [
  ...[
    ...eventStoreSchemaSql(),
    ...inboxReachSql,
    'create index inbox_recorded on inbox (recorded_at)',
    correlationIndexSql,
  ],
  ...[...projections, ...ratingContentTable, ...feed, ...profiles, ...records, ...hiddenTables],
  ...[...moderationTables, ...moderationTextTable, noticeHoldTable],
  ...[...fairScores, ...assessors, ...recentSubmissionsTable, ...linkedAccountsTables],
  ...[freezeAtOnceSql('events')],
  ...keepRefusalsSql('support_refusals'),
];

export class Schema extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
