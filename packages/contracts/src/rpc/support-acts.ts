import { z } from 'zod';
import { UserId } from '../ids.js';
import { supportLookup } from './access.js';
import { defineRpc } from './rpc.js';

/** A time to the microsecond, so that it compares equal in the database that wrote it. */
const ExactTime = z.iso.datetime({ precision: 6 }).refine((at) => !at.startsWith('0000'));

/** The end of a page of the audit log, over all services. */
export const SupportActPlace = z.object({ at: ExactTime, entryId: z.uuid() });
export type SupportActPlace = z.infer<typeof SupportActPlace>;

/** An entry of a service's audit log of support. */
export const SupportActEntry = SupportActPlace.extend({
  /** `<service>.<message>` that was asked; null for entries that the gateway or an earlier version made. */
  message: z.string().nullable(),
  /** The route's id as the caller gave it; without one, the message. */
  call: z.string(),
  /** Null where no valid access token came with it. */
  actorId: UserId.nullable(),
  targets: z.array(z.string()),
  reason: z.string().nullable(),
  ticket: z.string().nullable(),
  requestId: z.string(),
  /** `status` only where the gateway gave it. Null: the answer never left. */
  outcome: z.object({ status: z.int().nullable(), code: z.string().nullable() }).nullable(),
  /** How often somebody who may not do so tried it on that day, and when last; 1 of everything else. */
  times: z.int().min(1),
  lastAt: z.string(),
});
export type SupportActEntry = z.infer<typeof SupportActEntry>;

/** Times are to the microsecond and in one form, so that their texts compare as they do. */
export const newestActsFirst = (entries: readonly SupportActEntry[]): SupportActEntry[] =>
  entries.toSorted((one, other) => (`${one.at} ${one.entryId}` < `${other.at} ${other.entryId}` ? 1 : -1));

/** Asked of any service by support: what did support do and look up here, before that place? Newest first. */
export const listSupportActsRpc = (service: string) =>
  defineRpc(
    `${service}.listSupportActs`,
    supportLookup,
    z.object({ before: SupportActPlace.optional(), limit: z.int().min(1).max(101) }),
    z.object({ entries: z.array(SupportActEntry) }),
  );
