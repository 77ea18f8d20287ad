import { Person } from '@candid/testing';
import { expect, it } from '@jest/globals';
import { resetLinkOf } from '../people/reset-mail.js';
import { shot } from './browser.js';
import { useStage } from './stage.js';
import { translate } from './translator.js';

const stage = useStage('reset');
const NEW_PASSWORD = 'Better-horse-10';

it('somebody who forgot the password gets from the log-in screen back into the account', async () => {
  const person = await Person.signedUp(stage.system);
  const { page, errors } = await stage.phone();
  await translate(page);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  // The URL changes before the screen does, and both screens have an e-mail field, so wait for the new screen's button.
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
