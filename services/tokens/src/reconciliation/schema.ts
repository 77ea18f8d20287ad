/** Each run with what it found; the head of the chain beside it witnesses what the chain was then. */
export const reconciliationTables = [
  `create table reconciliations (
    id bigint generated always as identity primary key,
    checked_at timestamptz not null,
    took_ms integer not null,
    ok boolean not null,
    checks jsonb not null,
    chain_head text not null
  )`,
];
