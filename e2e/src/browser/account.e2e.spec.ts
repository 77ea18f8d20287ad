import { readFile } from 'node:fs/promises';
import { AccountExport } from '@candid/contracts';
import { eventually, LocalStripe, Person } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { onboardedOwner } from '../people/onboarded.js';
import { press, reads } from './page-acts.js';
import { openAs, submitLogIn } from './session.js';
import { itInChromium, useStage } from './stage.js';
import { expectTokens } from './visits.js';

let stripe: LocalStripe;
const startStripe = async () => {
  stripe = await LocalStripe.start();
  return stripe.settings();
};
const stage = useStage('account', { env: startStripe });
let owner: Person;
let page: Page;

beforeAll(async () => {
  const assessors = await Promise.all([1, 2, 3, 4].map(() => Person.approvedAssessor(stage.system)));
  owner = await onboardedOwner(stage.system, assessors);
});
afterAll(async () => {
  await stripe?.stop();
});

/** Logs in and opens the path. Errors of the page do not fail the test. */
const visitAs = async (person: Person, path: string): Promise<void> => {
  ({ page } = await stage.phone());
  await openAs(page, person, path);
};

describe('preferences', () => {
  it('are kept by the account, the colours by the browser', async () => {
    const person = await Person.signedUp(stage.system);
    await visitAs(person, '/account/preferences');
    const saved = (path: string) => page.waitForResponse((response) => response.url().endsWith(path) && response.ok());
    for (const [name, path] of [
      ['Not my country', '/api/update-location-preferences'],
      ['Woman', '/api/update-looking-for'],
      ['Serious', '/api/update-looking-for'],
    ] as const) {
      const kept = saved(path);
      await page.locator('label').getByText(name, { exact: true }).click();
      await kept;
    }
    await reads(
      page,
      'This has no effect yet, because we do not know your country. Choose your country under “About you”.',
    );
    const country = page.getByRole('combobox', { name: 'Your country' });
    const located = saved('/api/update-location-preferences');
    await country.selectOption('Côte d’Ivoire');
    await located;
    await page.getByText('This has no effect yet').waitFor({ state: 'detached' });
    for (const [name, path] of [
      ['Stop early when the result is clear', '/api/update-score-preferences'],
      ['Results', '/api/update-mail-preferences'],
    ] as const) {
      const kept = saved(path);
      await page.getByRole('switch', { name, exact: true }).click();
      await kept;
    }
    await page.getByText('Dark', { exact: true }).click();
    const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    expect(await ground()).toBe('rgb(20, 18, 17)');
    await page.reload();
    for (const name of ['Not my country', 'Woman', 'Serious', 'Dark'])
      await page.getByRole('radio', { name, checked: true }).waitFor({ state: 'attached' });
    await eventually(async () => expect(await country.inputValue()).toBe('CI'));
    const switches = page.getByRole('switch');
    const chosen = async () => Promise.all((await switches.all()).map((one) => one.isChecked()));
    await eventually(async () => expect(await chosen()).toEqual([true, true, false, true, true, true]));
    expect(await ground()).toBe('rgb(20, 18, 17)');
  });
});

describe('all data', () => {
  itInChromium('is downloaded as one file that holds the person', async () => {
    await visitAs(owner, '/account/your-data');
    const download = page.waitForEvent('download');
    await press(page, 'Download my data');
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^candid-\d{4}-\d\d-\d\d\.json$/);
    const all = AccountExport.parse(JSON.parse(await readFile(await file.path(), 'utf8')));
    expect(all.account.email).toBe(owner.email);
    expect(all.photos).toHaveLength(2);
    expect(all.ratingsReceived).toHaveLength(8);
    expect(all.statement.map(({ amount }) => amount)).toEqual([-40, 40]);
    await page.getByText('is in your downloads.').waitFor();
  });
});

describe('deletion', () => {
  it('says what will happen, wants the password, and keeps a session that did not give it', async () => {
    const leaver = await Person.signedUp(stage.system);
    await visitAs(leaver, '/account/your-data');
    await press(page, 'Delete account');
    for (const consequence of [
      'Your running assessments end.',
      'Your photos are deleted at once.',
      'Your personal data becomes unreadable within 30 days.',
      'The token ledger keeps its entries, without linking them to you. Tokens you have left are lost.',
    ]) {
      await reads(page, consequence);
    }
    await press(page, 'Delete for good');
    await reads(page, 'Please enter your password.');
    const asked: number[] = [];
    page.on('response', (response) => response.url().endsWith('/api/account') && asked.push(response.status()));
    await page.getByLabel('Your password').fill('Wrong-horse-9');
    await press(page, 'Delete for good');
    await page.getByRole('dialog').getByText('The password is not right. Nothing was deleted.').waitFor();
    expect(asked).toEqual([401]);
    await press(page, 'Keep my account');
    await page.getByRole('button', { name: 'Delete account', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Your data' }).waitFor();

    await page.evaluate((userId) => {
      localStorage.setItem(`draft:${userId}:test`, '{}');
      localStorage.setItem('draft:somebody-else:test', '{}');
    }, leaver.userId as string);
    await press(page, 'Delete account');
    await page.getByLabel('Your password').fill(leaver.password);
    await press(page, 'Delete for good');
    await page.waitForURL('**/landing');
    await page.getByText(/^Your account and photos are deleted\. .* Goodbye, and thank you\.$/).waitFor();
    const left = await page.evaluate(() => Object.keys(localStorage));
    expect(left).toContain('draft:somebody-else:test');
    expect(left.filter((key) => key === 'token' || key.includes(leaver.userId))).toEqual([]);
    await page.getByRole('link', { name: 'Login' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await submitLogIn(page, leaver);
    await reads(page, 'failed to log in');
  });
});

describe('a purchase', () => {
  const tell = ({ body, signature }: { body: string; signature: string }) =>
    fetch(`${stage.system.baseUrl}/api/payments/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body,
    });
  const checkoutPage = async (): Promise<string> => {
    await page.route(`${stripe.url}/pay/**`, (route) => route.fulfill({ contentType: 'text/html', body: 'Pay here' }));
    await press(page, 'Buy 50 tokens for $4.99');
    await page.getByText('Pay here').waitFor();
    return page.url().split('/').at(-1) ?? '';
  };
  const wayBack = (sessionId: string) =>
    stripe.session(sessionId).success_url.replace('{CHECKOUT_SESSION_ID}', sessionId);

  it('comes back with its tokens, once, to a clean address', async () => {
    const buyer = await Person.signedUp(stage.system);
    await visitAs(buyer, '/pay');
    await page.getByText('Current Balance').waitFor();
    const sessionId = await checkoutPage();
    expect((await tell(stripe.pay(sessionId))).status).toBe(200);
    await page.goto(wayBack(sessionId));
    await reads(page, 'Successfully purchased 50 tokens!');
    await expectTokens(page, 90);
    expect(page.url()).toBe(`${stage.system.baseUrl}/pay`);
    await page.reload();
    await expectTokens(page, 90);
    expect(await page.getByText('Successfully purchased').count()).toBe(0);
    await page.goto('/account/statement');
    await page.getByText('Tokens purchased').waitFor();
  });
});
