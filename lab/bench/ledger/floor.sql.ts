/**
 * The floor of the ledger benchmark. One call makes one transfer and writes the same rows as the ledger: an event, a
 * transfer, two postings, two accounts, with the same indexes and constraints. It locks the accounts in name order; a
 * constraint of the accounts checks the balance.
 */
export const transferOnceSql = `
create function transfer_once(
  transfer_id uuid, idempotency_key text, transfer_code text, debit text, credit text, tokens bigint,
  effective timestamptz, cause uuid, correlation text, who text
) returns void language plpgsql as $function$
declare
  debit_balance bigint;
  credit_balance bigint;
  available bigint;
  place bigint;
  recorded timestamptz;
begin
  if debit < credit then
    update accounts a set posted = posted - tokens where a.account = debit returning posted into debit_balance;
    update accounts a set posted = posted + tokens where a.account = credit
      returning posted, posted - held into credit_balance, available;
  else
    update accounts a set posted = posted + tokens where a.account = credit
      returning posted, posted - held into credit_balance, available;
    update accounts a set posted = posted - tokens where a.account = debit returning posted into debit_balance;
  end if;
  recorded := clock_timestamp();
  insert into events (event_id, stream_id, stream_version, type, data, metadata, recorded_at)
  values (transfer_id, 'transfer-' || transfer_id, 1, 'TransferPosted',
          jsonb_build_object('code', transfer_code, 'idempotencyKey', idempotency_key, 'effectiveAt', effective,
                             'postings', jsonb_build_object(debit, -tokens, credit, tokens),
                             'availableTokens', available),
          jsonb_build_object('correlationId', correlation, 'causationId', cause, 'actor', who), recorded)
  returning global_position into place;
  insert into transfers (transfer_id, version, status, code, amount, idempotency_key, cause_event_id, correlation_id,
                         actor, effective_at, recorded_at)
  values (transfer_id, 1, 'posted', transfer_code, tokens, idempotency_key, cause, correlation, who, effective, recorded);
  insert into postings (account, global_position, transfer_id, recorded_at, amount, balance)
  values (debit, place, transfer_id, recorded, -tokens, debit_balance),
         (credit, place, transfer_id, recorded, tokens, credit_balance);
end $function$`;
