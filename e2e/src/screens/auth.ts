import type { Page } from 'playwright-core';
import { answered, refused, stalled } from './answers.js';
import type { Screen, ScreenState } from './screen.js';
import { fill, press } from './steps.js';

const account = {
  Email: 'sam@people.example',
  Password: 'Correct-horse-9',
  'Confirm password': 'Correct-horse-9',
};

async function requestCode(page: Page, email: string): Promise<void> {
  await fill(page, { Email: email });
  await press(page, 'Request Sign-Up Code');
}

async function completeSignUp(page: Page): Promise<void> {
  await fill(page, account);
  await page.getByLabel('I confirm that I am 18 or older').check();
  await press(page, 'Sign Up');
}

async function signUpWrongly(page: Page): Promise<void> {
  await fill(page, { Email: 'sam', 'Confirm email': 'kim', Password: 'short', 'Confirm password': 'other' });
  await page.getByLabel('Confirm password').press('Enter');
}

async function logIn(page: Page): Promise<void> {
  await fill(page, { Email: 'sam@people.example', Password: 'not-this-one' });
  await press(page, 'Submit');
}

const asksForCode = (page: Page) =>
  refused(page, 'login', 401, 'SECOND_FACTOR_REQUIRED', 'Please enter the code from your authenticator app.');

async function requestReset(page: Page): Promise<void> {
  await fill(page, { Email: 'nobody@people.example' });
  await press(page, 'Send Reset Link');
}

async function newPassword(page: Page, password: string, again: string): Promise<void> {
  await fill(page, { 'New password': password, 'Confirm password': again });
  await press(page, 'Reset password');
}

const validLink = (page: Page) =>
  answered(page, 'password-reset/validate/*', { success: true, valid: true, email: 's***@people.example' });

const seen = (
  name: string,
  path: string,
  ready: ScreenState['ready'],
  how: Pick<ScreenState, 'before' | 'reach' | 'wide'> = {},
): ScreenState => ({ name, as: 'visitor', path, ready, ...how });

const wide = { wide: true };
const signUpLink = '/signup?code=ABCD#email=sam%40people.example';
const codeRefusal = 'This Sign-Up Code is not valid for this email address. Please request a new one.';
const anyUserId = '0b6f3c0e-6d0b-4a54-9d0a-2f4f5f1c7a10';
const resetLink = '/reset-password?token=a';

const unsubscribeLink = (page: Page) =>
  answered(page, 'unsubscribe/known', { success: true, valid: true, mail: 'results', message: '' });

/** Maps each screen to what a visitor sees there. */
const statesOf: Record<string, ScreenState[]> = {
  '/landing': [
    seen('visitor', '/landing', 'Request Sign-Up Code', wide),
    seen('code requested', '/landing', 'Your 1-time Sign-Up Code will arrive shortly.', {
      before: (page) => answered(page, 'request-signup-code', { success: true, message: '' }),
      reach: (page) => requestCode(page, 'sam@people.example'),
    }),
    seen('not an address', '/landing', 'Please enter a valid email address.', {
      reach: (page) => requestCode(page, 'sam'),
    }),
  ],
  '/signup': [
    seen('with a code', signUpLink, 'I confirm that I am 18 or older', wide),
    seen('without a code', '/signup', 'No code yet?'),
    seen('errors', '/signup', 'Please correct all errors before submitting.', { reach: signUpWrongly }),
    seen('submitting', signUpLink, 'Creating Account...', {
      before: (page) => stalled(page, 'users/send'),
      reach: completeSignUp,
    }),
    seen('refused', signUpLink, 'An unexpected error occurred. Check your Signup Code.', {
      before: (page) => refused(page, 'users/send', 500, 'INTERNAL', ''),
      reach: completeSignUp,
    }),
    seen('code expired', signUpLink, 'Send me a new code', {
      wide: true,
      before: (page) => refused(page, 'users/send', 400, 'SIGNUP_CODE_INVALID', codeRefusal),
      reach: completeSignUp,
    }),
    seen('without welcome tokens', signUpLink, 'this one starts with 0', {
      before: (page) =>
        answered(page, 'users/send', { success: true, token: 'a', userId: anyUserId, hasWelcomeGrant: false }),
      reach: completeSignUp,
    }),
  ],
  '/login': [
    seen('empty', '/login', 'Forgot Password', wide),
    seen('nothing entered', '/login', 'Please provide an email', { reach: (page) => press(page, 'Submit') }),
    seen('failed', '/login', 'failed to log in', { reach: logIn }),
    seen('code of the app', '/login', 'Enter the 6 digits', { before: asksForCode, reach: logIn, wide: true }),
    seen('wrong code', '/login', 'This code is not valid.', {
      before: asksForCode,
      reach: async (page) => {
        await logIn(page);
        // Wait for the answer to the first log-in, because the next line replaces the answer to every log-in.
        await page.getByLabel('Authenticator code').waitFor();
        await refused(
          page,
          'login',
          401,
          'SECOND_FACTOR_INVALID',
          'This code is not valid. Please enter the newest one.',
        );
        await fill(page, { 'Authenticator code': '123456' });
        await press(page, 'Submit');
      },
    }),
    seen('recovery code', '/login', 'Each works once.', {
      before: asksForCode,
      reach: async (page) => {
        await logIn(page);
        await press(page, 'Use a recovery code instead');
      },
    }),
    seen('submitting', '/login', (page) => page.locator('button[aria-busy=true]'), {
      before: (page) => stalled(page, 'login'),
      reach: logIn,
    }),
    {
      name: 'session ended',
      as: 'starter',
      path: '/account',
      before: (page) => page.route(/\/api\//, (route) => route.fulfill({ status: 401, json: {} })),
      ready: 'Your session has ended.',
    },
  ],
  '/reset-password': [
    seen('request', '/reset-password', 'Send Reset Link'),
    seen('requested', '/reset-password', 'If an account exists with this email', { reach: requestReset }),
    seen('link to paste', '/reset-password', 'Need a new reset link?', {
      reach: (page) => press(page, 'Already have a reset link?'),
    }),
    seen('reset', resetLink, 'Confirm password', { before: validLink }),
    seen('weak password', resetLink, 'Password must contain', {
      before: validLink,
      reach: (page) => newPassword(page, 'short', 'other'),
    }),
    seen('done', resetLink, 'Password successfully reset.', {
      before: async (page) => {
        await validLink(page);
        await answered(page, 'password-reset/reset', { success: true, message: '' });
      },
      reach: (page) => newPassword(page, 'Better-horse-10', 'Better-horse-10'),
    }),
    seen('invalid link', '/reset-password?token=used', 'Request a new reset link'),
  ],
  '/unsubscribe': [
    seen('asking', '/unsubscribe?token=known', 'Stop these emails', { before: unsubscribeLink }),
    seen('stopped', '/unsubscribe?token=known', 'Done. You will get no more', {
      before: unsubscribeLink,
      reach: (page) => press(page, 'Stop these emails'),
    }),
    seen('invalid link', '/unsubscribe?token=made-up', 'This link is not valid.'),
  ],
};

export const authScreens: readonly Screen[] = Object.entries(statesOf).map(([name, states]) => ({ name, states }));
