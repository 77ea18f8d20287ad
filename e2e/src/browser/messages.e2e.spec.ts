import { Person, type RunningSystem, SYSTEM_ENV, startSystem } from '@candid/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page, Route } from 'playwright-core';
import { resetLinkOf } from '../people/reset-mail.js';
import { launchBrowser, phone, shot } from './browser.js';
import { logIn, loseSession } from './session.js';

let system: RunningSystem;
let browser: Browser;
let person: Person;
let page: Page;
let errors: string[];

beforeAll(async () => {
  system = await startSystem({ env: SYSTEM_ENV });
  browser = await launchBrowser();
  person = await Person.signedUp(system);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await system?.stop();
}, 90_000);
afterEach(async () => {
  await shot(page, `messages-last-${expect.getState().currentTestName?.replaceAll(/\W+/g, '-')}`);
  await page.context().close();
});

const visit = async (path: string): Promise<void> => {
  ({ page, errors } = await phone(browser, system.baseUrl));
  await page.goto(path);
};
const reads = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
/** A refusal by a server that says why, and one that breaks without a word. */
const refuse = (message: string) => (route: Route) =>
  route.fulfill({ status: 400, json: { success: false, code: 'VALIDATION_FAILED', message, error: message } });
const breakDown = (route: Route) => route.fulfill({ status: 500, body: 'out of order' });

describe('a visitor', () => {
  it('reads what Candid is and asks for a sign-up code', async () => {
    await visit('/landing');
    await reads('Find your best photos and build the perfect dating profile, using feedback from real people.');
    await page.getByText('currently in beta').waitFor();
    await page.getByLabel('Email').fill('not an address');
    await press('Request Sign-Up Code');
    await reads('Please enter a valid email address.');
    await page.locator('input[type=email]:focus').first().waitFor();

    await page.getByLabel('Email').fill(new Person(system).email);
    await page.route('**/api/request-signup-code', breakDown, { times: 1 });
    await press('Request Sign-Up Code');
    await reads('Failed to send request. Please try again.');
    await page.route('**/api/request-signup-code', refuse('What the server says.'), { times: 1 });
    await press('Request Sign-Up Code');
    await reads('What the server says.');
    await press('Request Sign-Up Code');
    await reads('Your 1-time Sign-Up Code will arrive shortly.');
    await page.getByRole('link', { name: "I've got my Sign-Up Code" }).click();
    await page.waitForURL('**/signup');
    await page.getByRole('link', { name: 'No code yet?' }).click();
    await page.waitForURL('**/landing');
    await page.getByRole('link', { name: 'Login' }).click();
    await page.waitForURL('**/login');
  });

  it.each([
    '/profile',
    '/feed',
    '/pay',
    '/account',
    '/account/statement',
    '/feedback',
    '/navbar',
    '/test',
    '/approve',
    '/',
  ])('is led from %s to the log-in', async (path) => {
    await visit(path);
    await page.waitForURL('**/login');
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
  });

  it.each(['/terms-of-service', '/privacy-policy'])('reads %s', async (path) => {
    await visit(path);
    await reads('Effective October 2025');
    const text = (await page.locator('main').textContent()) ?? '';
    expect(text).toMatch(/18 or older/);
    if (path === '/terms-of-service') {
      expect(text).toContain('English law');
      expect(text).toContain('capped at 100 pounds/dollars');
      expect(text).toContain('payments are not refunded');
    }
    expect(text).toContain('within 30 days');
  });

  it('finds nothing at an address that there is not, logged in or not', async () => {
    await visit('/no/such/page');
    await reads('404 Not Found');
    await logIn(page, person);
    await page.waitForURL('**/profile');
    await page.goto('/carousel');
    await reads('404 Not Found');
  });
});

describe('sign-up', () => {
  const fill = async (fields: Record<string, string>): Promise<void> => {
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  };
  const complete = (email: string) => ({
    Email: email,
    'Confirm email': email,
    Password: 'Sunlight!',
    'Confirm password': 'Sunlight!',
    'Phone number (optional)': '+44 20 7946 0000',
    'Sign-Up Code': 'no-such-code',
  });

  it('names everything that is wrong, and sends nothing', async () => {
    await visit('/signup');
    await fill({ ...complete('ana'), 'Confirm email': 'anna', Password: 'sunlight', 'Confirm password': 'moonlight' });
    // Not ready, yet a press says why.
    const signUp = page.getByRole('button', { name: 'Sign Up', exact: true });
    expect(await signUp.getAttribute('aria-disabled')).toBe('true');
    await signUp.click({ force: true });
    await reads('Please correct all errors before submitting.');
    await reads('Please enter a valid email address.');
    await reads('Email addresses do not match.');
    await reads('Password must be 8+ characters and include upper, lower, and special characters.');
    await reads('Passwords do not match.');
    await page.locator('input[type=email]:focus').first().waitFor();
  });

  it('says what the server says, and its own words where that says nothing', async () => {
    await visit('/signup');
    await fill(complete(new Person(system).email));
    await page.getByLabel('I confirm that I am 18 or older').check();
    await press('Sign Up');
    await reads('This Sign-Up Code is not valid for this email address. Please request a new one.');
    await page.route('**/api/users/send', breakDown, { times: 1 });
    await press('Sign Up');
    await reads('An unexpected error occurred. Check your Signup Code.');
  });

  it('creates the account, says so, and goes to the photos', async () => {
    const newcomer = new Person(system);
    await visit('/landing');
    await page.getByLabel('Email').fill(newcomer.email);
    await press('Request Sign-Up Code');
    await page.goto(`/signup?code=${encodeURIComponent(await newcomer.signupCode())}`);
    expect(await page.getByLabel('Sign-Up Code').count()).toBe(0);
    const { 'Sign-Up Code': _code, ...fields } = complete(newcomer.email);
    await fill(fields);
    await page.getByLabel('I confirm that I am 18 or older').check();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/users/send', async (route) => {
      await held;
      await route.continue();
    });
    await press('Sign Up');
    await page.getByRole('button', { name: 'Creating Account...' }).waitFor();
    expect(await page.getByLabel('Email', { exact: true }).isDisabled()).toBe(true);
    answer();
    await reads('Account created successfully. Logging you in...');
    await page.waitForURL('**/profile');
    expect(errors).toEqual([]);
  });
});

describe('log-in', () => {
  it('asks for what is missing, refuses without a reason, and leads on to where the person was going', async () => {
    await visit('/pay');
    await page.waitForURL('**/login');
    await press('Submit');
    await reads('Please provide an email');
    await page.getByLabel('Email').fill(person.email);
    await press('Submit');
    await reads('Please provide a password');
    await logIn(page, person, 'Wrong-horse-9');
    await reads('failed to log in');
    expect((await page.getByLabel('Email').boundingBox())?.width).toBeLessThanOrEqual(350);
    await logIn(page, person);
    await page.waitForURL('**/pay');
    await reads('user authenticated');
    await page.getByRole('heading', { name: 'Purchase Tokens' }).waitFor();
  });

  it('brings somebody whose session has ended back to where they were', async () => {
    await visit('/login');
    await logIn(page, person);
    await page.waitForURL('**/profile');
    await page.goto('/account/preferences');
    await page.getByRole('radio', { name: 'Any country' }).waitFor({ state: 'attached' });
    await loseSession(page);
    await page.goto('/account/preferences');
    await page.waitForURL('**/login');
    await reads('Your session has ended. Log in to go on where you were; nothing was lost.');
    await logIn(page, person);
    await page.waitForURL('**/account/preferences');
  });

  it('leaves for the log-in on Log Out, and forgets the way back', async () => {
    await visit('/login');
    await logIn(page, person);
    await page.waitForURL('**/profile');
    await page.goto('/account');
    for (const name of ['Terms of Service', 'Privacy Policy', 'Feedback']) {
      await page.getByRole('link', { name }).waitFor();
    }
    await press('Log Out');
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await logIn(page, person);
    await page.waitForURL('**/profile');
  });
});

describe('the start', () => {
  it('waits with words for the session, then shows the photos', async () => {
    await visit('/login');
    await logIn(page, person);
    await page.waitForURL('**/profile');
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/get-user/**', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/');
    await reads('Loading...');
    answer();
    await page.waitForURL('**/profile');
  });
});

describe('a password reset', () => {
  it('sends a link, and says when it could not', async () => {
    await visit('/reset-password');
    await page.getByLabel('Email').fill('nobody');
    await press('Send Reset Link');
    await reads('Please enter a valid email address.');
    await page.getByLabel('Email').fill(person.email);
    await page.route('**/api/password-reset/request', breakDown, { times: 1 });
    await press('Send Reset Link');
    await reads('Failed to send reset link. Please try again later.');
    await press('Send Reset Link');
    await reads('If an account exists with this email, you will receive a password reset link shortly.');
    await press('Already have a reset link?');
    await press('Need a new reset link?');
    await page.getByRole('button', { name: 'Send Reset Link' }).waitFor();
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await page.waitForURL('**/login');
  });

  it('refuses a link that is none, and one that could not be looked at', async () => {
    await visit('/reset-password?token=no-such-token');
    await reads('Invalid or expired password reset link. Please request a new one.');
    await page.route('**/api/password-reset/validate/**', breakDown);
    await page.goto('/reset-password?token=another-one');
    await reads('Failed to validate reset link. Please request a new one.');
    await press('Request a new reset link');
    await page.getByRole('button', { name: 'Send Reset Link' }).waitFor();
  });

  it('names what a new password lacks, and when it could not be set', async () => {
    const forgetful = await Person.signedUp(system);
    await visit('/reset-password');
    await page.getByLabel('Email').fill(forgetful.email);
    await press('Send Reset Link');
    const link = await resetLinkOf(forgetful);
    await page.goto(`${link.pathname}${link.search}`);
    await page.getByLabel('New password').fill('SUNLIGHT');
    await page.getByLabel('Confirm password').fill('moonlight');
    await press('Reset password');
    await reads('Password must contain a lowercase letter, a number, a special character');
    await reads('Passwords do not match');
    await page.getByLabel('New password').fill('Sunlight-7');
    await page.getByLabel('Confirm password').fill('Sunlight-7');
    await page.route('**/api/password-reset/reset', refuse('Not this one.'), { times: 1 });
    await press('Reset password');
    await reads('Failed to reset password. Please try again.');
    await page.route('**/api/password-reset/reset', breakDown, { times: 1 });
    await press('Reset password');
    await reads('Failed to reset password. Please try again later.');
    await press('Reset password');
    await reads('Password successfully reset. You can now log in with your new password.');
  });
});

describe('feedback', () => {
  it('takes some words, not too many, and says how it went', async () => {
    await visit('/login');
    await logIn(page, person);
    await page.waitForURL('**/profile');
    await page.goto('/feedback');
    const box = page.getByLabel('Your feedback');
    await press('Submit Feedback');
    await reads('Please enter some feedback.');
    await box.fill('word '.repeat(1001));
    await press('Submit Feedback');
    await reads('Feedback cannot exceed 1000 words.');
    await box.fill('word '.repeat(1000));
    await page.route('**/api/feedback', breakDown, { times: 1 });
    await press('Submit Feedback');
    await reads('Error sending feedback.');
    await press('Submit Feedback');
    await page.getByText(/^Thank you/).waitFor();
    expect(await box.inputValue()).toBe('');
  });
});

describe('the demonstration pages', () => {
  it('choose up to 9 photos and upload nothing', async () => {
    await visit('/login');
    await logIn(page, person);
    await page.waitForURL('**/profile');
    await page.goto('/test');
    const pictures = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        name: `photo-${index}.png`,
        mimeType: 'image/png',
        buffer: Buffer.from('not looked at'),
      }));
    const input = page.locator('input[type=file]');
    await input.setInputFiles(pictures(8));
    await reads('8 of 9 photos');
    await input.setInputFiles(pictures(2));
    await reads('You can only upload up to 9 photos.');
    await press('Remove photo 8');
    await reads('7 of 9 photos');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    const logged = page.waitForEvent('console', (message) => message.text().includes('photo-0.png'));
    await press('Upload');
    await logged;
    await reads('7 photos written to the log. Nothing was uploaded.');
    expect(sent.filter((url) => url.includes('photo'))).toEqual([]);
  });

  it('show the navigation as each kind of person sees it', async () => {
    await visit('/login');
    await logIn(page, person);
    await page.waitForURL('**/profile');
    await page.goto('/navbar');
    const bar = page.getByRole('navigation');
    await bar.getByRole('link', { name: /Tokens:\s*040/ }).waitFor();
    await press('Earn 20 tokens');
    await bar.getByRole('link', { name: /Tokens:\s*060/ }).waitFor();
    await page.getByText('Loading', { exact: true }).click();
    await bar.getByRole('link', { name: 'Balance: ...' }).waitFor();
    await page.getByText('Visitor', { exact: true }).click();
    for (const name of ['My Photos', 'Assess', 'Sign up', 'Log In']) await bar.getByRole('link', { name }).waitFor();
  });
});
