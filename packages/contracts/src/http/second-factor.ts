import { z } from 'zod';
import { RecoveryCodes, SecondFactorCode, SecondFactorSecret, SecondFactorState } from '../rpc/second-factor.js';
import { routesOf, success, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Identity', audience: 'user' });

/** Sessions without the support role may call these, because they obtain the role here. */
export const secondFactorRoutes = tableOf({
  getSecondFactor: defineRoute('GET', '/account/second-factor', {
    summary: 'Whether a member of staff has set up a second factor',
    answer: SecondFactorState.extend({ success }),
    refusals: ['FORBIDDEN'],
  }),
  beginSecondFactor: defineRoute('POST', '/account/second-factor', {
    summary:
      'Begin to set up a second factor; the first takes the password, replacing one takes a code of the one in use',
    body: z.object({ secondFactor: SecondFactorCode.default(''), password: z.string().max(1024).default('') }),
    answer: SecondFactorSecret.extend({ success }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_INVALID', 'RATE_LIMITED'],
  }),
  confirmSecondFactor: defineRoute('POST', '/account/second-factor/confirm', {
    summary: 'Confirm the second factor with a code; answers recovery codes and an access token with the support role',
    body: z.object({ code: SecondFactorCode }),
    answer: z.object({ success, recoveryCodes: RecoveryCodes, token: z.string() }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'SECOND_FACTOR_INVALID', 'CONFLICT', 'RATE_LIMITED'],
  }),
  replaceRecoveryCodes: defineRoute('POST', '/account/second-factor/recovery-codes', {
    summary: 'Replace the recovery codes; takes a code of the factor in use',
    body: z.object({ secondFactor: SecondFactorCode }),
    answer: z.object({ success, recoveryCodes: RecoveryCodes }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'SECOND_FACTOR_INVALID', 'CONFLICT', 'RATE_LIMITED'],
  }),
});
