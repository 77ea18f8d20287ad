import { z } from 'zod';
import { supportActOrOperator, supportLookupOrOperator } from './access.js';
import { defineRpc } from './rpc.js';

/** Without its content. */
export const ListedDeadLetter = z.object({
  /** `<service>.<id>`, or `<service>.work.<id>` of a work item. */
  letterId: z.string(),
  service: z.string(),
  /** The event's, or the work item's id. */
  subject: z.string(),
  /** The subscriber, or the work item's queue. */
  handler: z.string(),
  reason: z.string(),
  attempts: z.int(),
  failedAt: z.string(),
  eventId: z.string().nullable(),
});
export type ListedDeadLetter = z.infer<typeof ListedDeadLetter>;

export const listDeadLettersRpc = (service: string) =>
  defineRpc(
    `${service}.listDeadLetters`,
    supportLookupOrOperator,
    z.object({
      before: z.object({ failedAt: z.iso.datetime(), letterId: z.string() }).optional(),
      limit: z.int().min(1).max(101),
    }),
    z.object({ letters: z.array(ListedDeadLetter) }),
  );

/** True also where it was replayed before. NOT_FOUND, or CONFLICT with the reason where it fails again. */
export const replayDeadLetterRpc = (service: string) =>
  defineRpc(
    `${service}.replayDeadLetter`,
    supportActOrOperator,
    z.object({ letterId: z.string().min(1).max(400) }),
    z.object({ replayed: z.boolean() }),
  );
