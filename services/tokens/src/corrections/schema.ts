/** What staff have asked for, in rows that are written with their events. */
export const correctionTables = [
  `create table corrections (
    correction_id uuid primary key,
    user_id uuid not null,
    amount integer not null,
    reason text not null,
    ticket text,
    corrects uuid,
    state text not null,
    requested_by uuid not null,
    requested_at timestamptz not null,
    decided_by uuid,
    decided_at timestamptz,
    decision_reason text,
    transfer_id uuid
  )`,
  'create index corrections_newest on corrections (requested_at, correction_id)',
  'create index corrections_state on corrections (state, requested_at, correction_id)',
  // Here and not on the events: every transfer would pay for it.
  'create index corrections_corrects on corrections (corrects) where corrects is not null',
  // What one member of staff corrected without a second person, each transfer once, before it is booked. The daily limit is
  // read from here: whoever may write it must not empty it.
  `create table unapproved_corrections (
    transfer_key text primary key,
    staff_id uuid not null,
    user_id uuid not null,
    tokens integer not null check (tokens >= 0),
    booked_at timestamptz not null
  )`,
  'create index unapproved_corrections_staff on unapproved_corrections (staff_id, booked_at)',
  `comment on table unapproved_corrections is 'append-only: rows go by remove_old_unapproved_corrections() alone'`,
  // With its owner's rights. Its age is fixed, far beyond the day that the limit covers.
  `create function remove_old_unapproved_corrections() returns void language sql security definer
     set search_path = public, pg_temp as
     $$ delete from unapproved_corrections where booked_at < now() - interval '90 days' $$`,
];
