/** What staff have given or taken without a second person, each transfer once, before it is booked. */
export const givenAloneTables = [
  `create table given_alone (
    transfer_key text primary key,
    staff_id uuid not null,
    user_id uuid not null,
    tokens integer not null check (tokens >= 0),
    given_at timestamptz not null
  )`,
  'create index given_alone_staff on given_alone (staff_id, given_at)',
];
