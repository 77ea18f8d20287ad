/**
 * What the postings had come to at some moment, so that no question has to add up all of them. Made of the postings by a
 * follower, and to be had from them again: the checkpoint `ledger-snapshots` back at zero and no rows is a right beginning.
 */
export const snapshotTables = [
  // One every so many entries of a user or an escrow; `totals` says by code what makes up debits and credits.
  `create table account_snapshots (
    account text collate "C" not null,
    recorded_at timestamptz not null,
    global_position bigint not null,
    debits bigint not null,
    credits bigint not null,
    totals jsonb not null,
    primary key (account, recorded_at, global_position)
  )`,
  // Of everything recorded before a moment; at infinity, of everything that the follower has read.
  `create table trial_snapshots (
    before timestamptz not null,
    line text collate "C" not null,
    debits bigint not null default 0,
    credits bigint not null default 0,
    postings bigint not null default 0,
    latest timestamptz not null default '-infinity',
    last_position bigint not null default 0,
    primary key (before, line)
  )`,
  `create table user_escrows (
    escrow text collate "C" primary key,
    account text collate "C" not null,
    is_open boolean not null
  )`,
  'create index user_escrows_open on user_escrows (account) where is_open',
  // Postings stand in the order of their time: a range of pages has a range of times, and writing one costs next to nothing.
  `create index postings_recorded on postings using brin (recorded_at) with (pages_per_range = 16, autosummarize = on)`,
];
