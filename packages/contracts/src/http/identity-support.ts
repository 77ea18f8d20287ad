import { z } from 'zod';
import { plainText } from '../plain-text.js';
import { AuditEntry, FeedbackEntry, FoundAccount, Passkey, PasskeyName } from '../rpc/identity-support.js';
import { defineRoute, success } from './route.js';

const page = {
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
};
/** Why, for the audit log, of a call that is refused without it. */
export const statedReason = { reason: plainText(1, 500), ticket: plainText(0, 100).optional() };
/** Why, for the audit log; a read gives it in the header `x-reason`. */
const why = { reason: plainText(1, 500).optional(), ticket: plainText(0, 100).optional() };

export const SupportAccount = FoundAccount.extend({
  /** Whole tokens; `held` is the part of `balance` that is set aside. */
  balance: z.int(),
  held: z.int(),
});

export const identitySupportRoutes = {
  findAccounts: defineRoute({
    id: 'findAccounts',
    method: 'GET',
    path: '/support/accounts',
    tag: 'Support',
    audience: 'support',
    summary: 'Accounts whose whole e-mail address, or the whole or the beginning of whose id, is what is asked for',
    query: z.object({ q: plainText(1, 254), ...page }),
    answer: z.object({ success, accounts: z.array(SupportAccount), nextCursor: z.string().nullable() }),
    status: 200,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  listFeedback: defineRoute({
    id: 'listFeedback',
    method: 'GET',
    path: '/support/feedback',
    tag: 'Support',
    audience: 'support',
    summary: 'What people have sent as feedback, newest first',
    query: z.object(page),
    answer: z.object({ success, entries: z.array(FeedbackEntry), nextCursor: z.string().nullable() }),
    status: 200,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  revealFeedback: defineRoute({
    id: 'revealFeedback',
    method: 'POST',
    path: '/support/feedback/{feedbackId}/reveal',
    tag: 'Support',
    audience: 'support',
    summary: 'The whole e-mail address that was left with a message, for a reason that goes on record',
    params: z.object({ feedbackId: z.uuid() }),
    body: z.object(statedReason),
    answer: z.object({ success, email: z.string() }),
    status: 200,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
  listAuditLog: defineRoute({
    id: 'listAuditLog',
    method: 'GET',
    path: '/support/audit-log',
    tag: 'Support',
    audience: 'support',
    summary: 'Every support call: who, what, when, why and its outcome, newest first',
    query: z.object(page),
    answer: z.object({ success, entries: z.array(AuditEntry), nextCursor: z.string().nullable() }),
    status: 200,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  listPasskeys: defineRoute({
    id: 'listPasskeys',
    method: 'GET',
    path: '/support/passkeys',
    tag: 'Support',
    audience: 'support',
    summary: 'Assessor passkeys by name, without their secrets',
    answer: z.object({ success, passkeys: z.array(Passkey) }),
    status: 200,
    refusals: ['FORBIDDEN'],
  }),
  addPasskey: defineRoute({
    id: 'addPasskey',
    method: 'POST',
    path: '/support/passkeys',
    tag: 'Support',
    audience: 'support',
    summary: 'Add an assessor passkey; its secret is shown in this answer and never again',
    body: z.object({
      name: PasskeyName,
      /** Made by the server where it is left out. */
      secret: z
        .string()
        .regex(/^[\x21-\x7e]{12,256}$/, 'takes 12 to 256 printable characters without spaces')
        .optional(),
      ...why,
    }),
    answer: z.object({ success, passkey: Passkey, secret: z.string() }),
    status: 201,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'CONFLICT'],
  }),
  revokePasskey: defineRoute({
    id: 'revokePasskey',
    method: 'POST',
    path: '/support/passkeys/{name}/revoke',
    tag: 'Support',
    audience: 'support',
    summary: 'Let nobody become an assessor by this passkey any more; who is one stays one',
    params: z.object({ name: PasskeyName }),
    body: z.object(why),
    answer: z.object({ success, passkey: Passkey }),
    status: 200,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
} as const;
