/** First key of the appends' locks. */
export const appendClass = 7_601;

/** SQL for the last position that was taken; 0 if none was, or if the role may not read the sequence. */
export const lastTakenSql = `coalesce(pg_sequence_last_value('events_global_position_seq'), 0)`;

/**
 * PL/pgSQL that runs before an append takes its first position. It takes a lock until the transaction ends. The lock is shared,
 * so that no append waits for another. The lock's key is the last position taken so far, which is below all positions of this
 * append.
 */
export const lockPositionsSql = `perform pg_advisory_xact_lock_shared(${appendClass}, (${lastTakenSql} & 2147483647)::integer);`;

export const horizonSql = 'select events_horizon($1::text::bigint) as global_position';
