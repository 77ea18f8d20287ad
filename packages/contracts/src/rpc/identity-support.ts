import { z } from 'zod';
import { byUser, UserId } from '../ids.js';
import { Role } from '../users.js';
import { person, supportAct, supportLookup } from './access.js';
import { message, messagesOf } from './rpc.js';

/** Appears with every approval and never changes its meaning. */
export const PasskeyName = z.string().regex(/^[\w-]{1,64}$/);

export const BatchName = z.string().regex(/^[\w-]{1,60}$/);

/** The dot tells it from a shared passkey's name. */
export const PersonalPasskeyName = z.string().regex(/^[\w-]{1,60}\.\d{3}$/);

export const Passkey = z.object({ name: PasskeyName, createdAt: z.string(), revokedAt: z.string().nullable() });

export const PERSONAL_PASSKEYS_PER_BATCH_MAX = 100;
export const PERSONAL_PASSKEY_DAYS_MAX = 365;

/** Approves one account. Its secret is shown once, when its batch is made. */
export const PersonalPasskey = z.object({
  name: PersonalPasskeyName,
  usedAt: z.string().nullable(),
  /** Null also once that account is erased. */
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
  /** Masked, as in every answer but `revealEmail`'s; empty once the account is erased. */
  email: z.string(),
  roles: z.array(Role),
  createdAt: z.string(),
  /** When the person asked for the deletion, and when the rest of the personal data goes; null for a living account. */
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

/** One call of support, or a try without the role. A null outcome means that the answer never left. */
export const AuditEntry = z.object({
  entryId: z.uuid(),
  at: z.string(),
  /** Null for a request without a valid access token. */
  userId: UserId.nullable(),
  /** Id of the route. `message` names the RPC to a service; null if there was none. */
  call: z.string(),
  message: z.string().nullable().optional(),
  targets: z.array(z.string()),
  reason: z.string().nullable(),
  ticket: z.string().nullable(),
  requestId: z.string(),
  outcome: z.object({ status: z.int(), code: z.string().nullable() }).nullable(),
  /**
   * How often on that day, and when last, somebody without the role tried it; else 1. Older versions leave both out.
   */
  times: z.int().min(1).optional(),
  lastAt: z.string().optional(),
});

/** Ids and names that a call concerns; nothing that a person typed about a person. */
const AuditTargets = z.array(z.string().regex(/^[\w.:-]{1,200}$/)).max(50);

const page = { cursor: z.string().max(200).optional(), limit: z.int().min(1).max(100) };

export const identitySupportRpc = messagesOf('identity', {
  findAccounts: message(
    supportLookup,
    z.object({ query: z.string().min(1).max(254), ...page }),
    z.object({ accounts: z.array(FoundAccount), nextCursor: z.string().nullable() }),
  ),
  /** NOT_FOUND for nobody's id. */
  getFoundAccount: message(supportLookup, byUser, FoundAccount),
  /** The whole address. NOT_FOUND where there is none (any more). */
  revealEmail: message(supportLookup, byUser, z.object({ email: z.string() })),
  listFeedback: message(
    supportLookup,
    z.object(page),
    z.object({ entries: z.array(FeedbackEntry), nextCursor: z.string().nullable() }),
  ),
  /** NOT_FOUND if the person left none. */
  revealFeedback: message(supportLookup, z.object({ feedbackId: z.uuid() }), z.object({ email: z.string() })),
  listPasskeys: message(supportLookup, z.object({}), z.object({ passkeys: z.array(Passkey) })),
  /** The same name and secret again answers the same; another secret for a name that is there is CONFLICT. */
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
  /** The same request again answers the same secrets; another one for a name that is taken is CONFLICT. */
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
  /** CONFLICT for one that is used. */
  revokePersonalPasskey: message(
    supportAct,
    z.object({ name: PersonalPasskeyName }),
    z.object({ passkey: PersonalPasskey }),
  ),
  revokePasskey: message(supportAct, z.object({ name: PasskeyName }), z.object({ passkey: Passkey })),
  /**
   * Records a call that the gateway refused before it asked a service; the same id again is the same entry. If a person
   * lacks the role, only the first try of a call per day (UTC) has an entry and an outcome; it counts the others.
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
