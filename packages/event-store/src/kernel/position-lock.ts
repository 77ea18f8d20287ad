/** `transaction_id` of every event that is ordered by position; all ids of older events are lower. It has 18 digits, as cursors may. */
export const orderedTransactionId = '100000000000000000';

/** First key of the appends' locks. */
export const appendClass = 7_601;

/** Null for a role that may not read the sequence, and before its first value. */
export const lastTakenSql = `coalesce(pg_sequence_last_value('events_global_position_seq'), 0)`;

/**
 * PL/pgSQL before an append's first position: a lock until its transaction ends, shared, so that no append waits for another. Its key says
 * that all of its positions are above the last one taken until then.
 */
export const lockPositionsSql = `perform pg_advisory_xact_lock_shared(${appendClass}, (${lastTakenSql} & 2147483647)::integer);`;

export const horizonSql = 'select transaction_id, global_position from events_horizon($1::text::bigint)';
