import { Person } from '@candid/testing';
import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { press, reads } from './page-acts.js';
import { loseSession, openAs, submitLogIn } from './session.js';
import { useStage } from './stage.js';
import { translate } from './translator.js';

const stage = useStage('log-in');

let person: Person;
let page: Page;

beforeAll(async () => {
  person = await Person.signedUp(stage.system);
});

const visit = async (path: string): Promise<void> => {
  ({ page } = await stage.phone());
  await translate(page);
  await page.goto(path);
};

const enter = async (path: string): Promise<void> => {
  ({ page } = await stage.phone());
  await openAs(page, person, path);
};

it('the log-in asks for what is missing, refuses without a reason, and leads on to where the person was going', async () => {
  await visit('/pay');
  await page.waitForURL('**/login');
  await press(page, 'Submit');
  await reads(page, 'Please provide an email');
  await page.getByLabel('Email').fill(person.email);
  await press(page, 'Submit');
  await reads(page, 'Please provide a password');
  await submitLogIn(page, person, 'Wrong-horse-9');
  await reads(page, 'failed to log in');
  expect((await page.getByLabel('Email').boundingBox())?.width).toBeLessThanOrEqual(350);
  await submitLogIn(page, person);
  await page.waitForURL('**/pay');
  await page.getByRole('heading', { name: 'Purchase Tokens' }).waitFor();
});

it('the log-in brings somebody whose session has ended back to where they were', async () => {
  await enter('/account/preferences');
  await page.getByRole('radio', { name: 'Any country' }).waitFor({ state: 'attached' });
  await loseSession(page);
  await page.goto('/account/preferences');
  await page.waitForURL('**/login');
  await reads(page, 'Your session has ended. Log in to continue where you left off; nothing was lost.');
  await submitLogIn(page, person);
  await page.waitForURL('**/account/preferences');
});

it('Log Out leads to the log-in, and forgets the way back', async () => {
  await enter('/account');
  for (const name of ['Terms of Service', 'Privacy Policy', 'Feedback']) {
    await page.getByRole('link', { name }).waitFor();
  }
  await press(page, 'Log Out');
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await submitLogIn(page, person);
  await page.waitForURL('**/profile');
});
