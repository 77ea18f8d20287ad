import { readFile } from 'node:fs/promises';
import { AccountExport, supportRoutes, tokensRoutes } from '@candid/contracts';
import { eventually, LocalStripe, Person, supportAgent } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { onboardedOwner } from '../people/onboarded.js';
import { breakDown, press, reads } from './page-acts.js';
import { loseSession, openAs, submitLogIn } from './session.js';
import { useStage } from './stage.js';
import { expectTokens } from './visits.js';

let stripe: LocalStripe;
const startStripe = async () => {
  stripe = await LocalStripe.start();
  // A failure of the provider is answered after both of these times.
  return { ...stripe.settings(), RPC_TIMEOUT_MS: '10000', RPC_PATIENCE_MS: '5000' };
};
const stage = useStage('account', { env: startStripe });
let support: Person;
let owner: Person;
let page: Page;

beforeAll(async () => {
  support = await supportAgent(stage.system);
  const assessors = await Promise.all([1, 2, 3, 4].map(() => Person.approvedAssessor(stage.system)));
  owner = await onboardedOwner(stage.system, assessors);
});
afterAll(async () => {
  await stripe?.stop();
});

/** Logs in as somebody and opens the address; errors on the page are of no interest to the spec that calls it. */
const visitAs = async (person: Person, path: string): Promise<void> => {
  ({ page } = await stage.phone());
  await openAs(page, person, path);
};
const entries = () => page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
const grant = (userId: string, amount: number, reason: string) =>
  support.expect(supportRoutes.grant, { params: { userId }, body: { amount, reason } });

describe('the token statement', () => {
  it('tells each movement in plain words, with its date, its sign and the balance after it', async () => {
    await visitAs(owner, '/account');
    await page.getByRole('link', { name: 'Token statement' }).click();
    await reads(page, '2 entries. That is everything.');
    const [spent, welcome] = await entries().allTextContents();
    expect(spent).toMatch(/^Assessment started5 tokens for each .*\d\d\/\d\d\/\d\d • \d\d:\d\d−40.*Balance 0$/);
    expect(welcome).toMatch(/^Welcome tokens.*\+40.*Balance 40$/);
  });

  it('shows more a page at a time, and follows a balance that changes', async () => {
    const rich = await Person.signedUp(stage.system);
    for (let turn = 1; turn <= 24; turn += 1) await grant(rich.userId, turn, `turn ${turn}`);
    await visitAs(rich, '/account/statement');
    await reads(page, '20 entries.');
    await press(page, 'Show more');
    await reads(page, '25 entries. That is everything.');
    expect(await entries().count()).toBe(25);
    await page.locator('p:focus', { hasText: '25 entries.' }).waitFor();
    await grant(rich.userId, -7, 'counted twice');
    await page.getByText('Taken back by support.').waitFor();
    expect(await entries().first().textContent()).toContain('−7');
  });

  it('explains tokens that are set aside', async () => {
    const planner = await Person.signedUp(stage.system);
    await planner.expect(tokensRoutes.chargeTokens, { body: { userId: planner.userId, testLimit: 4 } });
    await visitAs(planner, '/account/statement');
    await page.getByText('20 tokens are reserved for an assessment that is about to start.').waitFor();
  });

  it('offers another try when it could not be loaded', async () => {
    await visitAs(owner, '/account');
    await page.route('**/api/account/statement**', breakDown);
    await page.getByRole('link', { name: 'Token statement' }).click();
    await reads(page, 'Your statement could not be loaded.');
    await page.unroute('**/api/account/statement**');
    await press(page, 'Try again');
    await reads(page, '2 entries. That is everything.');
  });
});

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
  it('is downloaded as one file that holds the person', async () => {
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

  it('is not half downloaded', async () => {
    await visitAs(owner, '/account/your-data');
    await page.route('**/api/account/export', (route) => route.fulfill({ status: 200, body: '{"account":{' }));
    await press(page, 'Download my data');
    await reads(page, 'You seem to be offline. Nothing was lost; please try again when you are connected.');
    await page.route('**/api/account/export', breakDown);
    await press(page, 'Download my data');
    await reads(page, 'Your data could not be downloaded. Please try again.');
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

  it('says when the tokens are not there', async () => {
    await visitAs(await Person.signedUp(stage.system), '/pay');
    const sessionId = await checkoutPage();
    await page.goto(wayBack(sessionId));
    await reads(page, 'Adding your tokens...');
    await reads(page, 'There was an issue updating your tokens. Please contact support.');
    await page.route('**/api/add-tokens', breakDown);
    await page.goto(wayBack(sessionId));
    await reads(page, 'Payment was successful, but there was an issue updating your tokens. Please contact support.');
  });

  it('says when it could not be begun', async () => {
    await visitAs(await Person.signedUp(stage.system), '/pay');
    stripe.failure = { status: 503 };
    await press(page, 'Buy 50 tokens for $4.99');
    await reads(page, 'Payment failed. Please try again.');
    stripe.failure = undefined;
    await page.route('**/api/create-checkout-session', breakDown);
    await press(page, 'Buy 125 tokens for $9.99');
    await reads(page, 'Failed to purchase tokens. Please try again.');
    const packs = [{ tokens: 0, price: 0, currency: 'USD', enabled: true }];
    await page.route('**/api/token-packs', (route) => route.fulfill({ json: { success: true, packs } }));
    await page.reload();
    await press(page, 'Buy 0 tokens for $0.00');
    await reads(page, 'Please select a valid token amount.');
  });

  it('is disabled where nothing is for sale, and says where tokens come from', async () => {
    await visitAs(owner, '/account');
    const packs = [50, 125, 300].map((tokens) => ({ tokens, price: 499, currency: 'USD', enabled: false }));
    await page.route('**/api/token-packs', (route) => route.fulfill({ json: { success: true, packs } }));
    await page.evaluate("history.pushState({ usr: { token_error: true }, key: 'spec', idx: 1 }, '', '/pay')");
    await page.reload();
    await reads(page, 'Insufficient tokens. Please purchase more tokens.');
    await page.getByRole('heading', { name: 'Purchase Tokens' }).waitFor();
    await page
      .getByText(
        'Token purchase is currently disabled. For free tokens, message support with the email you signed up with.',
      )
      .waitFor();
    const buttons = page.getByRole('button', { name: /^Buy \d+ tokens/ });
    await buttons.nth(2).waitFor();
    expect(await buttons.count()).toBe(3);
    for (const button of await buttons.all()) expect(await button.isDisabled()).toBe(true);
  });
});

describe('a narrow screen', () => {
  it('never scrolls sideways', async () => {
    await visitAs(owner, '/pay');
    await page.setViewportSize({ width: 195, height: 700 });
    for (const path of [
      '/pay',
      '/account',
      '/account/statement',
      '/account/preferences',
      '/account/your-data',
      '/account/decisions',
      '/feedback',
      '/feedback?about=content',
      '/guidelines',
    ]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect([path, overflow]).toEqual([path, 0]);
    }
  });
});

describe('an ended session', () => {
  it('leads back to the page that it ended on', async () => {
    await visitAs(owner, '/account/statement');
    await reads(page, '2 entries. That is everything.');
    await loseSession(page);
    await page.reload();
    await page.waitForURL('**/login');
    await submitLogIn(page, owner);
    await page.waitForURL('**/account/statement');
  });
});
