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
];
