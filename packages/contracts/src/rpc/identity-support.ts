import { z } from 'zod';
import { UserId } from '../ids.js';
import { Role } from '../users.js';
import { defineRpc } from './rpc.js';

/** A name is chosen by support, appears with every approval, and never changes its meaning. */
export const PasskeyName = z.string().regex(/^[\w-]{1,64}$/);

/** Without its secret, which nobody can read again. */
export const Passkey = z.object({
  name: PasskeyName,
  createdAt: z.string(),
  revokedAt: z.string().nullable(),
});

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

/** Who called what on whom, when, why, and with which outcome; null outcome: the answer never left. */
export const AuditEntry = z.object({
  entryId: z.uuid(),
  at: z.string(),
  userId: UserId,
  call: z.string(),
  targets: z.array(z.string()),
  reason: z.string().nullable(),
  ticket: z.string().nullable(),
  requestId: z.string(),
  outcome: z.object({ status: z.int(), code: z.string().nullable() }).nullable(),
  /**
   * How often on that day, and when last, somebody without the role tried it; 1 of every call of staff. Versions before
   * leave both out.
   */
  times: z.int().min(1).optional(),
  lastAt: z.string().optional(),
});

/** Ids and names that a call concerns; nothing that a person typed about a person. */
export const AuditTargets = z.array(z.string().regex(/^[\w.:-]{1,200}$/)).max(50);

const page = { cursor: z.string().max(200).optional(), limit: z.int().min(1).max(100) };

export const identitySupportRpc = {
  findAccounts: defineRpc(
    'identity.findAccounts',
    z.object({ query: z.string().min(1).max(254), ...page }),
    z.object({ accounts: z.array(FoundAccount), nextCursor: z.string().nullable() }),
  ),
  /** NOT_FOUND for nobody's id. */
  getFoundAccount: defineRpc('identity.getFoundAccount', z.object({ userId: UserId }), FoundAccount),
  /** The whole address. NOT_FOUND where there is none (any more). */
  revealEmail: defineRpc('identity.revealEmail', z.object({ userId: UserId }), z.object({ email: z.string() })),
  listFeedback: defineRpc(
    'identity.listFeedback',
    z.object(page),
    z.object({ entries: z.array(FeedbackEntry), nextCursor: z.string().nullable() }),
  ),
  /** The whole address that was left with a message. NOT_FOUND where there is none. */
  revealFeedback: defineRpc(
    'identity.revealFeedback',
    z.object({ feedbackId: z.uuid() }),
    z.object({ email: z.string() }),
  ),
  listPasskeys: defineRpc('identity.listPasskeys', z.object({}), z.object({ passkeys: z.array(Passkey) })),
  /** The same name and secret again answers the same; another secret for a name that is there is CONFLICT. */
  addPasskey: defineRpc(
    'identity.addPasskey',
    z.object({ name: PasskeyName, secret: z.string().optional() }),
    z.object({ passkey: Passkey, secret: z.string() }),
  ),
  revokePasskey: defineRpc('identity.revokePasskey', z.object({ name: PasskeyName }), z.object({ passkey: Passkey })),
  /**
   * Recorded before the call does anything; the same id again is the same entry. Of who tries without the role only the
   * first of a call and a day has an entry, for which an outcome is told; the others are counted with it. Versions before
   * make an entry of each and say nothing.
   */
  recordSupportCall: defineRpc(
    'identity.recordSupportCall',
    z.object({
      entryId: z.uuid(),
      call: z.string().max(64),
      targets: AuditTargets,
      reason: z.string().max(500).optional(),
      ticket: z.string().max(100).optional(),
    }),
    z.object({ hasEntry: z.boolean().optional() }),
  ),
  recordSupportOutcome: defineRpc(
    'identity.recordSupportOutcome',
    z.object({ entryId: z.uuid(), status: z.int(), code: z.string().max(64).optional(), targets: AuditTargets }),
    z.object({}),
  ),
  listAuditLog: defineRpc(
    'identity.listAuditLog',
    z.object(page),
    z.object({ entries: z.array(AuditEntry), nextCursor: z.string().nullable() }),
  ),
} as const;
