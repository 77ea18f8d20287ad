import { createHmac, hkdfSync } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { seal, unseal } from '../security/personal-data.js';

const ISSUER = 'Candid';
const SECRET_BYTES = 20;
/** One step of 30 seconds before and one after: clocks differ, and typing takes time. */
const DRIFT_STEPS = 1;
const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. 32 of them: 5 bits each. */
const ALPHABET = '023456789abcdefghjkmnpqrstuvwxyz';
const RECOVERY_CODE_LENGTH = 10;

/** Without blanks and hyphens, in lower case. */
export const typedCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toLowerCase();

const totpOf = (secret: string, label = ''): TOTP => new TOTP({ issuer: ISSUER, label, secret });

/** The 30 seconds whose code this is, as their number since 1970; undefined for a code that is not valid now. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = /^\d{6}$/.test(code) ? totp.validate({ token: code, timestamp, window: DRIFT_STEPS }) : null;
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

/** What a QR code says. `email` names the account in the app. */
export const uriOfSecret = (secret: string, email: string): string => totpOf(secret, email).toString();

/**
 * Makes secrets and recovery codes of the service's key and the request's: a repeated request gets the same ones, and they
 * are stored nowhere in the clear.
 */
export class SecondFactorKeys {
  private readonly key: Buffer;

  constructor(serviceKey: string) {
    this.key = createHmac('sha256', serviceKey).update('second factors').digest();
  }

  /** Base32. */
  secretFor(userId: string, requestKey: string): string {
    return new Secret({ buffer: this.derived(`secret\n${userId}\n${requestKey}`, SECRET_BYTES) }).base32;
  }

  /** As a person types them: `abcde-fghjk`. */
  recoveryCodesFor(userId: string, requestKey: string): string[] {
    const bytes = new Uint8Array(
      this.derived(`recovery codes\n${userId}\n${requestKey}`, RECOVERY_CODES * RECOVERY_CODE_LENGTH),
    );
    return Array.from({ length: RECOVERY_CODES }, (_, index) => {
      const own = bytes.subarray(index * RECOVERY_CODE_LENGTH, (index + 1) * RECOVERY_CODE_LENGTH);
      const code = Array.from(own, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
      return `${code.slice(0, 5)}-${code.slice(5)}`;
    });
  }

  seal(secret: string, userId: string): string {
    return seal(secret, this.key, userId);
  }

  /** @throws Error if it was sealed with another key */
  unseal(sealed: string, userId: string): string {
    return unseal(sealed, this.key, userId)!;
  }

  private derived(purpose: string, bytes: number): ArrayBuffer {
    return hkdfSync('sha256', this.key, '', purpose, bytes);
  }
}
