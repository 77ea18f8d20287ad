import { z } from 'zod';
import { RecoveryCodes, SecondFactorCode, SecondFactorSecret, SecondFactorState } from '../rpc/second-factor.js';
import { defineRoute, success } from './route.js';

/** Of staff. Sessions without the support role may call these, because it is how they get it. */
export const secondFactorRoutes = {
  getSecondFactor: defineRoute({
    id: 'getSecondFactor',
    method: 'GET',
    path: '/account/second-factor',
    tag: 'Identity',
    audience: 'user',
    summary: 'Whether a member of staff has set up a second factor',
    answer: SecondFactorState.extend({ success }),
    status: 200,
    refusals: ['FORBIDDEN'],
  }),
  beginSecondFactor: defineRoute({
    id: 'beginSecondFactor',
    method: 'POST',
    path: '/account/second-factor',
    tag: 'Identity',
    audience: 'user',
    summary: 'Begin to set up a second factor; replacing one takes a code of the one in use',
    body: z.object({ secondFactor: SecondFactorCode.default('') }),
    answer: SecondFactorSecret.extend({ success }),
    status: 200,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_INVALID', 'RATE_LIMITED'],
  }),
  confirmSecondFactor: defineRoute({
    id: 'confirmSecondFactor',
    method: 'POST',
    path: '/account/second-factor/confirm',
    tag: 'Identity',
    audience: 'user',
    summary: 'Confirm the second factor with a code; answers recovery codes and an access token with the support role',
    body: z.object({ code: SecondFactorCode }),
    answer: z.object({ success, recoveryCodes: RecoveryCodes, token: z.string() }),
    status: 200,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'SECOND_FACTOR_INVALID', 'CONFLICT', 'RATE_LIMITED'],
  }),
  replaceRecoveryCodes: defineRoute({
    id: 'replaceRecoveryCodes',
    method: 'POST',
    path: '/account/second-factor/recovery-codes',
    tag: 'Identity',
    audience: 'user',
    summary: 'Replace the recovery codes; takes a code of the factor in use',
    body: z.object({ secondFactor: SecondFactorCode }),
    answer: z.object({ success, recoveryCodes: RecoveryCodes }),
    status: 200,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'SECOND_FACTOR_INVALID', 'CONFLICT', 'RATE_LIMITED'],
  }),
} as const;
