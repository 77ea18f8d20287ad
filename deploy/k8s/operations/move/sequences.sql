-- Run on the old cluster after its last write: prints statements for the new one. Replication copies no sequences.
select format('select setval(%L, %s)', quote_ident(schemaname) || '.' || quote_ident(sequencename), last_value)
  from pg_sequences where schemaname = 'public' and last_value is not null;
