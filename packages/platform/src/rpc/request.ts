import type { RequestContext } from '@candid/contracts';
import type { z } from 'zod';

/** A message as its handler receives it. */
export type Sent<Message extends { request: z.ZodType }> = z.output<Message['request']>;
export type Reply<Message extends { reply: z.ZodType }> = z.input<Message['reply']>;

/** Returns the same key for every repeat of a request. */
export const requestKeyOf = ({ idempotency, requestId }: RequestContext): string => idempotency?.key ?? requestId;
