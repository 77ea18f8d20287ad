/** People and photos that are hidden from assessors, apart from their own and those they have rated. */
export const hiddenTables = [
  `create table hidden_person (
    hide_id uuid primary key,
    assessor_id uuid not null,
    /** As the assessor knows the person. */
    owner_id uuid not null,
    is_by_owner boolean not null,
    /** Of the rating by which an owner hid. */
    photo_id uuid,
    rated_at timestamptz,
    hidden_at timestamptz not null
  )`,
  'create index hidden_person_from_assessor on hidden_person (assessor_id) include (owner_id)',
  'create index hidden_person_of_owner on hidden_person (owner_id)',
  `create table hidden_photo (
    assessor_id uuid not null,
    photo_id uuid not null,
    owner_id uuid not null,
    primary key (assessor_id, photo_id)
  )`,
  'create index hidden_photo_of_owner on hidden_photo (owner_id)',
  `create table withheld_photo (
    photo_id uuid not null,
    why text not null check (why in ('held', 'barred', 'unscreened')),
    primary key (photo_id, why)
  )`,
];
