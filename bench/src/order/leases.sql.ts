import { partitions } from './partition.js';

export const leaseMs = 3_000;
export const renewEveryMs = 500;

/**
 * Renews what the process holds, gives back what is above its even share of the partitions among the processes alive, takes
 * what is free or expired below it, and answers what it holds then.
 */
export const leasePartitionsSql = `
create function lease_partitions(me text) returns integer[] language plpgsql as $function$
declare
  lease_end timestamptz := clock_timestamp() + interval '${leaseMs} milliseconds';
  share integer;
  held integer;
begin
  insert into partition_owners values (me, lease_end) on conflict (owner) do update set expires_at = excluded.expires_at;
  select ceil(${partitions}.0 / count(*)) into share from partition_owners where expires_at > clock_timestamp();
  update partition_leases set expires_at = lease_end where owner = me;
  get diagnostics held = row_count;
  update partition_leases set owner = null where partition in (
    select partition from partition_leases where owner = me order by partition offset share);
  update partition_leases set owner = me, expires_at = lease_end where partition in (
    select partition from partition_leases where owner is null or expires_at < clock_timestamp()
     order by partition limit greatest(share - held, 0) for update skip locked);
  return array(select partition from partition_leases where owner = me);
end $function$`;
