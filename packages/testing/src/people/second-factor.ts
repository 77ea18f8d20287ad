import { secondFactorRoutes } from '@candid/contracts';
import { TOTP } from 'otpauth';
import type { Person } from './person.js';

const STEP_MS = 30_000;

/** Returns the code that the app shows now, or the code `steps` steps of 30 seconds later. */
export const codeOfApp = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS });

/**
 * A member of staff sets up a second factor, and has the support role from then on. The code of the next half minute is
 * still unused and already valid.
 */
export async function setUpSecondFactor(staff: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = { body: { password: staff.password } };
  const { secret } = await staff.expect(secondFactorRoutes.beginSecondFactor, begun);
  const body = { code: codeOfApp(secret) };
  const { token, recoveryCodes } = await staff.expect(secondFactorRoutes.confirmSecondFactor, { body });
  staff.token = token;
  return { secret, recoveryCodes };
}
