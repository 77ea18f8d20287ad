import { z } from 'zod';
import { UserId } from '../ids.js';
import { plainText } from '../plain-text.js';
import {
  AuditEntry,
  BatchName,
  FeedbackAnswer,
  FeedbackEntry,
  FeedbackState,
  FoundAccount,
  Passkey,
  PasskeyBatch,
  PasskeyName,
  PERSONAL_PASSKEY_DAYS_MAX,
  PERSONAL_PASSKEYS_PER_BATCH_MAX,
  PersonalPasskey,
  PersonalPasskeyName,
  ShownBatch,
  saysSomething,
} from '../rpc/identity-support.js';
import { nextCursor, optionalReason, page, routesOf, statedReason, success, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Support', audience: 'support' });

const ByFeedback = z.object({ feedbackId: z.uuid() });
const oneFeedback = z.object({ success, entry: FeedbackEntry });

const shownBatch = z.object({ success, ...ShownBatch.shape });

export const SupportAccount = FoundAccount.extend({
  /** In whole tokens; `held` is the part of `balance` that token holds reserve. */
  balance: z.int(),
  held: z.int(),
});

export const identitySupportRoutes = tableOf({
  findAccounts: defineRoute('GET', '/support/accounts', {
    summary: 'Accounts whose whole e-mail address, or the whole or the beginning of whose id, is what is asked for',
    query: z.object({ q: plainText(1, 254), ...page }),
    answer: z.object({ success, accounts: z.array(SupportAccount), nextCursor }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  listFeedback: defineRoute('GET', '/support/feedback', {
    summary: 'What people have written: open messages oldest first, others newest first',
    query: z.object({ state: FeedbackState.optional(), ...page }),
    answer: z.object({ success, entries: z.array(FeedbackEntry), nextCursor, open: z.int() }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  getFeedback: defineRoute('GET', '/support/feedback/{feedbackId}', {
    summary: 'One message with its answer',
    params: ByFeedback,
    answer: oneFeedback,
    refusals: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  answerFeedback: defineRoute('POST', '/support/feedback/{feedbackId}/answer', {
    summary: 'Answer a message once, with a passkey or tokens if its sender has an account; mailed to the sender',
    params: ByFeedback,
    body: FeedbackAnswer.refine(...saysSomething),
    answer: oneFeedback,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),
  revealFeedback: defineRoute('POST', '/support/feedback/{feedbackId}/reveal', {
    summary: 'The whole e-mail address that was left with a message, for a reason that goes on record',
    params: ByFeedback,
    body: z.object(statedReason),
    answer: z.object({ success, email: z.string() }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
  listAuditLog: defineRoute('GET', '/support/audit-log', {
    summary:
      'Every act and lookup of support: who, what, when, why and its outcome, newest first; of one person if asked',
    query: z.object({ by: UserId.optional(), ...page }),
    answer: z.object({ success, entries: z.array(AuditEntry), nextCursor }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  listPasskeys: defineRoute('GET', '/support/passkeys', {
    summary: 'Assessor passkeys by name, without their secrets',
    answer: z.object({ success, passkeys: z.array(Passkey) }),
    refusals: ['FORBIDDEN'],
  }),
  addPasskey: defineRoute('POST', '/support/passkeys', {
    summary: 'Add an assessor passkey; its secret is shown in this answer and never again',
    body: z.object({
      name: PasskeyName,
      /** The server generates the secret if it is absent. */
      secret: z
        .string()
        .regex(/^[\x21-\x7e]{12,256}$/, 'takes 12 to 256 printable characters without spaces')
        .optional(),
      ...optionalReason,
    }),
    answer: z.object({ success, passkey: Passkey, secret: z.string() }),
    status: 201,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'CONFLICT'],
  }),
  listPasskeyBatches: defineRoute('GET', '/support/passkey-batches', {
    summary: 'Batches of personal passkeys, newest first',
    query: z.object(page),
    answer: z.object({ success, batches: z.array(PasskeyBatch), nextCursor }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  addPasskeyBatch: defineRoute('POST', '/support/passkey-batches', {
    summary: 'Make passkeys that approve one account each; their secrets are shown in this answer and never again',
    body: z.object({
      name: BatchName,
      count: z.int().min(1).max(PERSONAL_PASSKEYS_PER_BATCH_MAX),
      validDays: z.int().min(1).max(PERSONAL_PASSKEY_DAYS_MAX),
      ...optionalReason,
    }),
    answer: z.object({
      success,
      batch: PasskeyBatch,
      secrets: z.array(z.object({ name: PersonalPasskeyName, secret: z.string() })),
    }),
    status: 201,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'CONFLICT'],
  }),
  getPasskeyBatch: defineRoute('GET', '/support/passkey-batches/{name}', {
    summary: 'A batch of personal passkeys with who used which, without their secrets',
    params: z.object({ name: BatchName }),
    answer: shownBatch,
    refusals: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  revokePasskeyBatch: defineRoute('POST', '/support/passkey-batches/{name}/revoke', {
    summary: 'Revoke every passkey of a batch that nobody has used; who was approved stays approved',
    params: z.object({ name: BatchName }),
    body: z.object(optionalReason),
    answer: shownBatch,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
  revokePersonalPasskey: defineRoute('POST', '/support/personal-passkeys/{name}/revoke', {
    summary: 'Revoke a personal passkey that nobody has used',
    params: z.object({ name: PersonalPasskeyName }),
    body: z.object(optionalReason),
    answer: z.object({ success, passkey: PersonalPasskey }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),
  revokePasskey: defineRoute('POST', '/support/passkeys/{name}/revoke', {
    summary: 'Let nobody become an assessor by this passkey any more; who is one stays one',
    params: z.object({ name: PasskeyName }),
    body: z.object(optionalReason),
    answer: z.object({ success, passkey: Passkey }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
});
