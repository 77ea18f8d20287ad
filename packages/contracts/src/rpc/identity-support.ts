import { z } from 'zod';
import { byUser, UserId } from '../ids.js';
import { Role } from '../users.js';
import { person, supportAct, supportLookup } from './access.js';
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
});

export const FeedbackEntry = z.object({
  feedbackId: z.uuid(),
  userId: UserId.nullable(),
  /** Masked. */
  email: z.string().nullable(),
  feedback: z.string(),
  sentAt: z.string(),
});

/** A call by support, or an attempt without the role. A null outcome means that no answer was sent. */
export const AuditEntry = z.object({
  entryId: z.uuid(),
  at: z.string(),
  /** Null for a request without a valid access token. */
  userId: UserId.nullable(),
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
  /** Returns the whole address. Fails with NOT_FOUND if the account does not exist or was erased. */
  revealEmail: message(supportLookup, byUser, z.object({ email: z.string() })),
  listFeedback: message(
    supportLookup,
    z.object(page),
    z.object({ entries: z.array(FeedbackEntry), nextCursor: z.string().nullable() }),
  ),
  /** Fails with NOT_FOUND if the sender left no address. */
  revealFeedback: message(supportLookup, z.object({ feedbackId: z.uuid() }), z.object({ email: z.string() })),
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
