import { Person } from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { breakDown, press, reads, refuse } from './page-acts.js';
import { loseSession, openAs, submitLogIn } from './session.js';
import { useStage } from './stage.js';

const stage = useStage('messages');
/** Between the account's creation and the photos. */
const welcomeMs = 1_500;

let person: Person;
let page: Page;
let errors: string[];

beforeAll(async () => {
  person = await Person.signedUp(stage.system);
});

const visit = async (path: string): Promise<void> => {
  ({ page, errors } = await stage.phone());
  await page.goto(path);
};

const enter = async (path: string): Promise<void> => {
  ({ page, errors } = await stage.phone());
  await openAs(page, person, path);
};

describe('a visitor', () => {
  it('reads what Candid is and asks for a sign-up code', async () => {
    await visit('/landing');
    await reads(page, 'Find your best photos and build the perfect dating profile, using feedback from real people.');
    await page.getByText('currently in beta').waitFor();
    await page.getByLabel('Email').fill('not an address');
    await press(page, 'Request Sign-Up Code');
    await reads(page, 'Please enter a valid email address.');
    await page.locator('input[type=email]:focus').first().waitFor();

    await page.getByLabel('Email').fill(new Person(stage.system).email);
    await page.route('**/api/request-signup-code', breakDown, { times: 1 });
    await press(page, 'Request Sign-Up Code');
    await reads(page, 'Failed to send request. Please try again.');
    await page.route('**/api/request-signup-code', refuse('What the server says.'), { times: 1 });
    await press(page, 'Request Sign-Up Code');
    await reads(page, 'What the server says.');
    await press(page, 'Request Sign-Up Code');
    await reads(page, 'Your 1-time Sign-Up Code will arrive shortly.');
    await page.getByRole('link', { name: "I've got my Sign-Up Code" }).click();
    await page.waitForURL('**/signup');
    await page.getByRole('link', { name: 'No code yet?' }).click();
    await page.waitForURL('**/landing');
    await page.getByRole('link', { name: 'Login' }).click();
    await page.waitForURL('**/login');
  });

  it('is led to the log-in from every screen of members', async () => {
    const paths = [
      '/profile',
      '/feed',
      '/pay',
      '/account',
      '/account/statement',
      '/account/decisions',
      '/navbar',
      '/test',
      '/approve',
      '/',
    ];
    await visit(paths[0]!);
    for (const path of paths) {
      await page.goto(path);
      await page.waitForURL('**/login');
      await page.getByRole('heading', { name: 'Log in' }).waitFor();
    }
  });

  it.each(['/terms-of-service', '/privacy-policy'])('reads %s', async (path) => {
    await visit(path);
    await reads(page, 'Effective October 2025');
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
    await reads(page, '404 Not Found');
    await openAs(page, person, '/carousel');
    await reads(page, '404 Not Found');
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
    await reads(page, 'Please correct all errors before submitting.');
    await reads(page, 'Please enter a valid email address.');
    await reads(page, 'Email addresses do not match.');
    await reads(page, 'Password must be 8+ characters and include upper, lower, and special characters.');
    await reads(page, 'Passwords do not match.');
    await page.locator('input[type=email]:focus').first().waitFor();
  });

  it('says what the server says, and its own words where that says nothing', async () => {
    await visit('/signup');
    await fill(complete(new Person(stage.system).email));
    await page.getByLabel('I confirm that I am 18 or older').check();
    await press(page, 'Sign Up');
    await reads(page, 'This Sign-Up Code is not valid for this email address. Please request a new one.');
    await page.route('**/api/users/send', breakDown, { times: 1 });
    await press(page, 'Sign Up');
    await reads(page, 'An unexpected error occurred. Check your Signup Code.');
  });

  it('creates the account, says so, and goes to the photos', async () => {
    const newcomer = new Person(stage.system);
    await visit('/landing');
    await page.getByLabel('Email').fill(newcomer.email);
    await press(page, 'Request Sign-Up Code');
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
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await press(page, 'Sign Up');
    await page.getByRole('button', { name: 'Creating Account...' }).waitFor();
    expect(await page.getByLabel('Email', { exact: true }).isDisabled()).toBe(true);
    answer();
    await reads(page, 'Account created successfully. Logging you in...');
    await page.clock.runFor(welcomeMs - 1);
    expect(new URL(page.url()).pathname).toBe('/signup');
    await page.clock.runFor(1);
    await page.waitForURL('**/profile');
    expect(errors).toEqual([]);
  });
});

describe('log-in', () => {
  it('asks for what is missing, refuses without a reason, and leads on to where the person was going', async () => {
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
    await reads(page, 'user authenticated');
    await page.getByRole('heading', { name: 'Purchase Tokens' }).waitFor();
  });

  it('brings somebody whose session has ended back to where they were', async () => {
    await enter('/account/preferences');
    await page.getByRole('radio', { name: 'Any country' }).waitFor({ state: 'attached' });
    await loseSession(page);
    await page.goto('/account/preferences');
    await page.waitForURL('**/login');
    await reads(page, 'Your session has ended. Log in to continue where you left off; nothing was lost.');
    await submitLogIn(page, person);
    await page.waitForURL('**/account/preferences');
  });

  it('leaves for the log-in on Log Out, and forgets the way back', async () => {
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
});

describe('the start', () => {
  it('waits with words for the session, then shows the photos', async () => {
    await enter('/profile');
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/get-user/**', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/');
    await reads(page, 'Loading...');
    answer();
    await page.waitForURL('**/profile');
  });
});

describe('feedback', () => {
  it('takes some words, not too many, and says how it went', async () => {
    await enter('/feedback');
    const box = page.getByLabel('Your feedback');
    await press(page, 'Submit Feedback');
    await reads(page, 'Please enter some feedback.');
    await box.fill('word '.repeat(1001));
    await press(page, 'Submit Feedback');
    await reads(page, 'Feedback cannot exceed 1000 words.');
    await box.fill('word '.repeat(1000));
    await page.route('**/api/feedback', breakDown, { times: 1 });
    await press(page, 'Submit Feedback');
    await reads(page, 'Error sending feedback.');
    await press(page, 'Submit Feedback');
    await page.getByText(/^Thank you/).waitFor();
    expect(await box.inputValue()).toBe('');
  });
});

describe('the demonstration pages', () => {
  it('choose up to 9 photos and upload nothing', async () => {
    await enter('/test');
    const pictures = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        name: `photo-${index}.png`,
        mimeType: 'image/png',
        buffer: Buffer.from('not looked at'),
      }));
    const input = page.locator('input[type=file]');
    await input.setInputFiles(pictures(8));
    await reads(page, '8 of 9 photos');
    await input.setInputFiles(pictures(2));
    await reads(page, 'You can only upload up to 9 photos.');
    await press(page, 'Remove photo 8');
    await reads(page, '7 of 9 photos');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    const logged = page.waitForEvent('console', (message) => message.text().includes('photo-0.png'));
    await press(page, 'Upload');
    await logged;
    await reads(page, '7 photos written to the log. Nothing was uploaded.');
    expect(sent.filter((url) => url.includes('photo'))).toEqual([]);
  });

  it('show the navigation as each kind of person sees it', async () => {
    await enter('/navbar');
    const bar = page.getByRole('navigation');
    await bar.getByRole('link', { name: /Tokens:\s*040/ }).waitFor();
    await press(page, 'Earn 20 tokens');
    await bar.getByRole('link', { name: /Tokens:\s*060/ }).waitFor();
    await page.getByText('Loading', { exact: true }).click();
    await bar.getByRole('link', { name: 'Balance: ...' }).waitFor();
    await page.getByText('Visitor', { exact: true }).click();
    for (const name of ['My Photos', 'Assess', 'Sign up', 'Log In']) await bar.getByRole('link', { name }).waitFor();
  });
});
