import { z } from 'zod';
import { byUser, UserId } from '../ids.js';
import { STAFF_ROLES } from '../users.js';
import { person } from './access.js';
import { message, messagesOf } from './rpc.js';

/** Six digits of an authenticator app, or a recovery code; spaces and hyphens are ignored. */
export const SecondFactorCode = z.string().max(64);

export const SecondFactorState = z.object({
  /** True if a session carries staff roles only after a confirmed second factor. */
  isRequired: z.boolean(),
  /** ISO 8601; null if no second factor is set up. */
  confirmedAt: z.string().nullable(),
  recoveryCodesLeft: z.int(),
  /** Staff roles of this session. A session without a required second factor has none. */
  staffRoles: z.array(z.enum(STAFF_ROLES)),
});

/** Shown once. The secret is valid after one of its codes has confirmed the set-up. */
export const SecondFactorSecret = z.object({
  secret: z.string(),
  /** `otpauth://totp/…`, which apps read from a QR code. */
  uri: z.string(),
});

/** Each is valid once. */
export const RecoveryCodes = z.array(z.string());

export const secondFactorRpc = messagesOf('identity', {
  getSecondFactor: message(person('userId'), byUser, SecondFactorState),
  /**
   * The first factor requires the password; a further one requires a code of the current factor, which
   * stays valid until the new factor is confirmed.
   */
  beginSecondFactor: message(
    person('userId'),
    z.object({ userId: UserId, secondFactor: SecondFactorCode, password: z.string() }),
    SecondFactorSecret,
  ),
  /** Ends all other sessions. `token` carries the staff roles. Fails with CONFLICT if no set-up has begun. */
  confirmSecondFactor: message(
    person('userId'),
    z.object({ userId: UserId, code: SecondFactorCode }),
    z.object({ recoveryCodes: RecoveryCodes, token: z.string() }),
  ),
  /** Earlier codes become invalid. Fails with CONFLICT if no second factor is set up. */
  replaceRecoveryCodes: message(
    person('userId'),
    z.object({ userId: UserId, secondFactor: SecondFactorCode }),
    z.object({ recoveryCodes: RecoveryCodes }),
  ),
  /** Fails with FORBIDDEN for staff, with CONFLICT if no second factor is set up. */
  removeSecondFactor: message(
    person('userId'),
    z.object({ userId: UserId, secondFactor: SecondFactorCode }),
    z.object({}),
  ),
});
