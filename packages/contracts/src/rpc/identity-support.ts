import { z } from 'zod';
import { byUser, UserId } from '../ids.js';
import { plainText } from '../plain-text.js';
import { Role } from '../users.js';
import { person, serviceOnly, supportAct, supportLookup } from './access.js';
import { FeedbackSubject, OpenSession } from './identity-account.js';
import { message, messagesOf } from './rpc.js';

/** Every approval of an assessor records the name of the passkey, so a name is never reused. */
export const PasskeyName = z.string().regex(/^[\w-]{1,64}$/);

export const BatchName = z.string().regex(/^[\w-]{1,60}$/);

/** The dot distinguishes personal passkeys from shared ones. */
export const PersonalPasskeyName = z.string().regex(/^[\w-]{1,60}\.\d{3}$/);

export const Passkey = z.object({ name: PasskeyName, createdAt: z.string(), revokedAt: z.string().nullable() });

export const PERSONAL_PASSKEYS_PER_BATCH_MAX = 100;
export const PERSONAL_PASSKEY_DAYS_MAX = 365;

/** A passkey that approves one account. Its secret is shown only once, when its batch is created. */
export const PersonalPasskey = z.object({
  name: PersonalPasskeyName,
  usedAt: z.string().nullable(),
  /** Null if the passkey is unused, or if the account is erased. */
  usedBy: UserId.nullable(),
  revokedAt: z.string().nullable(),
});

export const PasskeyBatch = z.object({
  name: BatchName,
  createdAt: z.string(),
  expiresAt: z.string(),
  count: z.int(),
  used: z.int(),
  revoked: z.int(),
});

export const ShownBatch = z.object({ batch: PasskeyBatch, passkeys: z.array(PersonalPasskey) });

export const FoundAccount = z.object({
  userId: UserId,
  /** Masked; only `revealEmail` returns the whole address. Empty after the account is erased. */
  email: z.string(),
  roles: z.array(Role),
  createdAt: z.string(),
  /** Time of the deletion request, and time at which the remaining data is erased; null if there was no request. */
  deletionRequestedAt: z.string().nullable(),
  eraseAt: z.string().nullable(),
  /** Time at which a mail came back; null if there was none, or if the person has confirmed the address since. */
  emailBouncedAt: z.string().nullable(),
});

export const AccountActivity = z.object({
  sessions: z.array(OpenSession.omit({ sessionId: true, isCurrent: true })),
  /** Mails about reports are left out, because they would reveal reporters. */
  mails: z.array(z.object({ kind: z.string(), at: z.string(), state: z.enum(['sent', 'failed', 'waiting']) })),
});

export const FeedbackState = z.enum(['open', 'answered']);

export const FeedbackEntry = z.object({
  feedbackId: z.uuid(),
  /** The account that sent the message, or whose address was given with it. */
  userId: UserId.nullable(),
  /** True if the sender was logged in. Anybody can give the address of somebody else. */
  isLoggedIn: z.boolean(),
  /** Masked. */
  email: z.string().nullable(),
  subject: FeedbackSubject.nullable(),
  feedback: z.string(),
  sentAt: z.string(),
  answer: z
    .object({
      at: z.string(),
      by: UserId,
      /** Empty if the message was closed without an answer. */
      text: z.string(),
      tokens: z.int().nullable(),
      /** Name of the attached passkey. */
      passkey: PersonalPasskeyName.nullable(),
    })
    .nullable(),
});
export type FeedbackEntry = z.infer<typeof FeedbackEntry>;

const feedbackEntry = z.object({ entry: FeedbackEntry });

/** Days for which a passkey that was sent with an answer approves its receiver. */
export const ANSWER_PASSKEY_DAYS = 30;

/** An empty text closes the message without a mail. */
export const FeedbackAnswer = z.object({
  text: plainText(0, 2_000),
  passkey: z.boolean().optional(),
  tokens: z.int().min(1).max(100_000).optional(),
});

/** Refuses an answer that gives something without words: its receiver would not learn of it. */
export const saysSomething: [(answer: z.infer<typeof FeedbackAnswer>) => boolean, { path: string[]; message: string }] =
  [
    ({ text, passkey = false, tokens }) => text.trim() !== '' || (!passkey && tokens === undefined),
    { path: ['text'], message: 'Please write an answer to send a passkey or tokens with it.' },
  ];

/** A call by support, or an attempt without the role. A null outcome means that no answer was sent. */
export const AuditEntry = z.object({
  entryId: z.uuid(),
  at: z.string(),
  /** Null for a request without a valid access token. */
  userId: UserId.nullable(),
  /** Name of a member of staff; null for everybody else. */
  name: z.string().nullable(),
  /** Id of the route. `message` names the RPC that the gateway sent; null if it sent none. */
  call: z.string(),
  message: z.string().nullable().optional(),
  targets: z.array(z.string()),
  reason: z.string().nullable(),
  ticket: z.string().nullable(),
  requestId: z.string(),
  outcome: z.object({ status: z.int(), code: z.string().nullable() }).nullable(),
  /** Number of attempts without the role on that day; 1 for a call with the role. `lastAt`: time of the last one. */
  times: z.int().min(1).optional(),
  lastAt: z.string().optional(),
});

/** Ids and names that a call concerns, never free text about a person. */
const AuditTargets = z.array(z.string().regex(/^[\w.:-]{1,200}$/)).max(50);

const page = { cursor: z.string().max(200).optional(), limit: z.int().min(1).max(100) };

export const identitySupportRpc = messagesOf('identity', {
  findAccounts: message(
    supportLookup,
    z.object({ query: z.string().min(1).max(254), ...page }),
    z.object({ accounts: z.array(FoundAccount), nextCursor: z.string().nullable() }),
  ),
  /** Fails with NOT_FOUND if no account has this id. */
  getFoundAccount: message(supportLookup, byUser, FoundAccount),
  /** Open sessions and the mails of the last 30 days, newest first. */
  getAccountActivity: message(supportLookup, byUser, AccountActivity),
  /** Returns the whole address. Fails with NOT_FOUND if the account does not exist or was erased. */
  revealEmail: message(supportLookup, byUser, z.object({ email: z.string() })),
  /** Oldest first if `state` is `open`, else newest first. `open`: number of messages without an answer. */
  listFeedback: message(
    supportLookup,
    z.object({ state: FeedbackState.optional(), ...page }),
    z.object({ entries: z.array(FeedbackEntry), nextCursor: z.string().nullable(), open: z.int() }),
  ),
  /** Fails with NOT_FOUND. */
  getFeedback: message(supportLookup, z.object({ feedbackId: z.uuid() }), feedbackEntry),
  /**
   * Binds the answer to a number of tokens before they are granted; null ends the caller's own reservation. Fails with
   * CONFLICT if another number is reserved. Does nothing to an answered message.
   */
  reserveFeedbackAnswer: message(
    supportAct,
    z.object({ feedbackId: z.uuid(), tokens: z.int().nullable() }),
    feedbackEntry,
  ),
  /**
   * Mails the answer to the sender. Fails with CONFLICT if a colleague has answered, if the sender cannot get what the
   * answer contains, or if another number of tokens is reserved. A repeat by the same person returns the same entry.
   */
  answerFeedback: message(
    supportAct,
    FeedbackAnswer.extend({ feedbackId: z.uuid() }).refine(...saysSomething),
    feedbackEntry,
  ),
  /** Fails with NOT_FOUND if the sender left no address. */
  revealFeedback: message(supportLookup, z.object({ feedbackId: z.uuid() }), z.object({ email: z.string() })),
  /** Names of members of staff; nobody else is in the answer. */
  listStaffNames: message(
    serviceOnly('gateway'),
    z.object({ userIds: z.array(UserId).max(101) }),
    z.object({ names: z.array(z.object({ userId: UserId, name: z.string() })) }),
  ),
  listPasskeys: message(supportLookup, z.object({}), z.object({ passkeys: z.array(Passkey) })),
  /** A repeat with the same name and secret gets the same answer. Fails with CONFLICT if the secret differs. */
  addPasskey: message(
    supportAct,
    z.object({ name: PasskeyName, secret: z.string().optional() }),
    z.object({ passkey: Passkey, secret: z.string() }),
  ),
  /** Newest first. */
  listPasskeyBatches: message(
    supportLookup,
    z.object(page),
    z.object({ batches: z.array(PasskeyBatch), nextCursor: z.string().nullable() }),
  ),
  /** A repeated request gets the same secrets. Fails with CONFLICT if another request has taken the name. */
  addPasskeyBatch: message(
    supportAct,
    z.object({
      name: BatchName,
      count: z.int().min(1).max(PERSONAL_PASSKEYS_PER_BATCH_MAX),
      validDays: z.int().min(1).max(PERSONAL_PASSKEY_DAYS_MAX),
    }),
    z.object({ batch: PasskeyBatch, secrets: z.array(z.object({ name: PersonalPasskeyName, secret: z.string() })) }),
  ),
  getPasskeyBatch: message(supportLookup, z.object({ name: BatchName }), ShownBatch),
  revokePasskeyBatch: message(supportAct, z.object({ name: BatchName }), ShownBatch),
  /** Fails with CONFLICT if the passkey was used. */
  revokePersonalPasskey: message(
    supportAct,
    z.object({ name: PersonalPasskeyName }),
    z.object({ passkey: PersonalPasskey }),
  ),
  revokePasskey: message(supportAct, z.object({ name: PasskeyName }), z.object({ passkey: Passkey })),
  /**
   * Records a call that the gateway refused before it called a service. Idempotent by `entryId`. If a person lacks the
   * role, only their first attempt per call and day (UTC) gets an entry. That entry counts the later attempts.
   */
  recordSupportCall: message(
    person(null),
    z.object({
      entryId: z.uuid(),
      call: z.string().max(64),
      targets: AuditTargets,
      reason: z.string().max(500).optional(),
      ticket: z.string().max(100).optional(),
    }),
    z.object({ hasEntry: z.boolean().optional() }),
  ),
  recordSupportOutcome: message(
    person(null),
    z.object({ entryId: z.uuid(), status: z.int(), code: z.string().max(64).optional(), targets: AuditTargets }),
    z.object({}),
  ),
});
