import { Person } from '@candid/testing';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { resetLinkOf } from '../people/reset-mail.js';
import { shot } from './browser.js';
import { breakDown, press, reads, refuse } from './page-acts.js';
import { useStage } from './stage.js';

const stage = useStage('reset');
const NEW_PASSWORD = 'Better-horse-10';

let page: Page;
let errors: string[];

const visit = async (path: string): Promise<void> => {
  ({ page, errors } = await stage.phone());
  await page.goto(path);
};

it('takes somebody who forgot the password from the log-in screen back into the account', async () => {
  const person = await Person.signedUp(stage.system);
  await visit('/login');
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  // The address changes before the screen does, and both screens ask for an e-mail.
  await page.getByRole('button', { name: 'Send Reset Link' }).waitFor();
  await page.getByLabel('Email').fill(person.email);
  await shot(page, 'reset-01-request');
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await page.getByText('you will receive a password reset link shortly.').waitFor();
  await shot(page, 'reset-02-requested');

  const link = await resetLinkOf(person);
  await page.goto(`${link.pathname}${link.search}`);
  await page.getByText('Choose a new password for p***@people.example.').waitFor();
  await page.getByLabel('New password').fill('short');
  await page.getByLabel('Confirm password').fill('other');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await page.getByText('Password must contain at least 8 characters, an uppercase letter').waitFor();
  await page.getByText('Passwords do not match').waitFor();
  await shot(page, 'reset-03-weak');
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Reset password' }).click();
  await page.getByText('Password successfully reset. You can now log in with your new password.').waitFor();
  await shot(page, 'reset-04-done');

  await page.goto(`${link.pathname}${link.search}`);
  await page.getByText('Invalid or expired password reset link. Please request a new one.').waitFor();
  await page.getByRole('button', { name: 'Request a new reset link' }).waitFor();
  await shot(page, 'reset-05-used');
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/profile');
  await page.getByText('Welcome to Candid').waitFor();
  await shot(page, 'reset-06-profile');
  expect(errors).toEqual([]);
});

it('sends a link, and says when it could not', async () => {
  const person = await Person.signedUp(stage.system);
  await visit('/reset-password');
  await page.getByLabel('Email').fill('nobody');
  await press(page, 'Send Reset Link');
  await reads(page, 'Please enter a valid email address.');
  await page.getByLabel('Email').fill(person.email);
  await page.route('**/api/password-reset/request', breakDown, { times: 1 });
  await press(page, 'Send Reset Link');
  await reads(page, 'Failed to send reset link. Please try again later.');
  await press(page, 'Send Reset Link');
  await reads(page, 'If an account exists with this email, you will receive a password reset link shortly.');
  await press(page, 'Already have a reset link?');
  await press(page, 'Need a new reset link?');
  await page.getByRole('button', { name: 'Send Reset Link' }).waitFor();
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await page.waitForURL('**/login');
});

it('refuses a link that is none, and one that could not be looked at', async () => {
  await visit('/reset-password?token=no-such-token');
  await reads(page, 'Invalid or expired password reset link. Please request a new one.');
  await page.route('**/api/password-reset/validate/**', breakDown);
  await page.goto('/reset-password?token=another-one');
  await reads(page, 'Failed to validate reset link. Please request a new one.');
  await press(page, 'Request a new reset link');
  await page.getByRole('button', { name: 'Send Reset Link' }).waitFor();
});

it('names what a new password lacks, and when it could not be set', async () => {
  const forgetful = await Person.signedUp(stage.system);
  await visit('/reset-password');
  await page.getByLabel('Email').fill(forgetful.email);
  await press(page, 'Send Reset Link');
  const link = await resetLinkOf(forgetful);
  await page.goto(`${link.pathname}${link.search}`);
  await page.getByLabel('New password').fill('SUNLIGHT');
  await page.getByLabel('Confirm password').fill('moonlight');
  await press(page, 'Reset password');
  await reads(page, 'Password must contain a lowercase letter, a number, a special character');
  await reads(page, 'Passwords do not match');
  await page.getByLabel('New password').fill('Sunlight-7');
  await page.getByLabel('Confirm password').fill('Sunlight-7');
  await page.route('**/api/password-reset/reset', refuse('Not this one.'), { times: 1 });
  await press(page, 'Reset password');
  await reads(page, 'Failed to reset password. Please try again.');
  await page.route('**/api/password-reset/reset', breakDown, { times: 1 });
  await press(page, 'Reset password');
  await reads(page, 'Failed to reset password. Please try again later.');
  await press(page, 'Reset password');
  await reads(page, 'Password successfully reset. You can now log in with your new password.');
});
