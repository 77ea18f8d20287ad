import type { Page } from 'playwright-core';
import { answered, refused, stalled } from './answers.js';
import type { Screen } from './screen.js';
import { fill, press } from './steps.js';

const account = {
  Email: 'sam@people.example',
  'Confirm email': 'sam@people.example',
  Password: 'Correct-horse-9',
  'Confirm password': 'Correct-horse-9',
};

async function completeSignUp(page: Page): Promise<void> {
  await fill(page, account);
  await page.getByLabel('I confirm that I am 18 or older').check();
  await press(page, 'Sign Up');
}

async function logIn(page: Page): Promise<void> {
  await fill(page, { Email: 'sam@people.example', Password: 'not-this-one' });
  await press(page, 'Submit');
}

async function newPassword(page: Page, password: string, again: string): Promise<void> {
  await fill(page, { 'New password': password, 'Confirm password': again });
  await press(page, 'Reset password');
}

const validLink = (page: Page) =>
  answered(page, 'password-reset/validate/*', { success: true, valid: true, email: 's***@people.example' });

export const landing: Screen = {
  name: '/landing',
  states: [
    { name: 'visitor', as: 'visitor', path: '/landing', ready: 'Request Sign-Up Code', wide: true },
    {
      name: 'code requested',
      as: 'visitor',
      path: '/landing',
      before: (page) => answered(page, 'request-signup-code', { success: true, message: '' }),
      reach: async (page) => {
        await fill(page, { Email: 'sam@people.example' });
        await press(page, 'Request Sign-Up Code');
      },
      ready: 'Your 1-time Sign-Up Code will arrive shortly.',
    },
    {
      name: 'not an address',
      as: 'visitor',
      path: '/landing',
      reach: async (page) => {
        await fill(page, { Email: 'sam' });
        await press(page, 'Request Sign-Up Code');
      },
      ready: 'Please enter a valid email address.',
    },
  ],
};

export const signUp: Screen = {
  name: '/signup',
  states: [
    {
      name: 'with a code',
      as: 'visitor',
      path: '/signup?code=ABCD',
      ready: 'I confirm that I am 18 or older',
      wide: true,
    },
    { name: 'without a code', as: 'visitor', path: '/signup', ready: 'No code yet?' },
    {
      name: 'errors',
      as: 'visitor',
      path: '/signup',
      reach: async (page) => {
        await fill(page, { Email: 'sam', 'Confirm email': 'kim', Password: 'short', 'Confirm password': 'other' });
        await page.getByLabel('Confirm password').press('Enter');
      },
      ready: 'Please correct all errors before submitting.',
    },
    {
      name: 'submitting',
      as: 'visitor',
      path: '/signup?code=ABCD',
      before: (page) => stalled(page, 'users/send'),
      reach: completeSignUp,
      ready: 'Creating Account...',
    },
    {
      name: 'refused',
      as: 'visitor',
      path: '/signup?code=ABCD',
      before: (page) => refused(page, 'users/send', 500, 'INTERNAL', ''),
      reach: completeSignUp,
      ready: 'An unexpected error occurred. Check your Signup Code.',
    },
  ],
};

export const logInScreen: Screen = {
  name: '/login',
  states: [
    { name: 'empty', as: 'visitor', path: '/login', ready: 'Forgot Password', wide: true },
    {
      name: 'nothing entered',
      as: 'visitor',
      path: '/login',
      reach: (page) => press(page, 'Submit'),
      ready: 'Please provide an email',
    },
    { name: 'failed', as: 'visitor', path: '/login', reach: logIn, ready: 'failed to log in' },
    {
      name: 'submitting',
      as: 'visitor',
      path: '/login',
      before: (page) => stalled(page, 'login'),
      reach: logIn,
      ready: (page) => page.locator('button[aria-busy=true]'),
    },
    {
      name: 'session ended',
      as: 'starter',
      path: '/account',
      before: (page) => page.route(/\/api\//, (route) => route.fulfill({ status: 401, json: {} })),
      ready: 'Your session has ended.',
    },
  ],
};

export const resetPassword: Screen = {
  name: '/reset-password',
  states: [
    { name: 'request', as: 'visitor', path: '/reset-password', ready: 'Send Reset Link' },
    {
      name: 'requested',
      as: 'visitor',
      path: '/reset-password',
      reach: async (page) => {
        await fill(page, { Email: 'nobody@people.example' });
        await press(page, 'Send Reset Link');
      },
      ready: 'If an account exists with this email',
    },
    {
      name: 'link without a token',
      as: 'visitor',
      path: '/reset-password',
      reach: (page) => press(page, 'Already have a reset link?'),
      ready: 'Need a new reset link?',
    },
    { name: 'reset', as: 'visitor', path: '/reset-password?token=a', before: validLink, ready: 'Confirm password' },
    {
      name: 'weak password',
      as: 'visitor',
      path: '/reset-password?token=a',
      before: validLink,
      reach: (page) => newPassword(page, 'short', 'other'),
      ready: 'Password must contain',
    },
    {
      name: 'done',
      as: 'visitor',
      path: '/reset-password?token=a',
      before: async (page) => {
        await validLink(page);
        await answered(page, 'password-reset/reset', { success: true, message: '' });
      },
      reach: (page) => newPassword(page, 'Better-horse-10', 'Better-horse-10'),
      ready: 'Password successfully reset.',
    },
    { name: 'invalid link', as: 'visitor', path: '/reset-password?token=used', ready: 'Request a new reset link' },
  ],
};
