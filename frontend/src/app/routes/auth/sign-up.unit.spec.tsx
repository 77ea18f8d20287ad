/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { isEmail } from '../../../features/auth/form-rules';
import { addressNow, Desk, person, show } from '../../../lib/desk.fixture.spec';
import { press } from '../../../lib/press.fixture.spec';
import { sessionStore } from '../../../lib/session/session-store';
import { LogInForm } from './log-in.page';
import SignUpPage, { type SignUpFields, SignUpForm, signUpProblems } from './sign-up.page';

describe('sign up fields', () => {
  const complete: SignUpFields = {
    email: 'ana@example.com',
    confirmEmail: 'ana@example.com',
    password: 'Sunlight!',
    confirmPassword: 'Sunlight!',
    phoneNumber: '',
    signupCode: 'a-code',
    confirmAdult: true,
  };

  describe('an email', () => {
    it.each(['ana@example.com', 'a+b@mail.example.org'])('accepts %s', (text) => {
      expect(isEmail(text)).toBe(true);
    });

    it.each(['', 'ana', 'ana@example', 'a na@example.com', 'ana@@example.com'])('refuses "%s"', (text) => {
      expect(isEmail(text)).toBe(false);
    });
  });

  describe('sign-up', () => {
    it('has nothing to say about a complete form', () => {
      expect(signUpProblems(complete)).toEqual({});
    });

    it('names the email that is none', () => {
      expect(signUpProblems({ ...complete, email: 'ana', confirmEmail: 'ana' })).toEqual({
        email: 'Please enter a valid email address.',
      });
    });

    it('names emails that differ', () => {
      expect(signUpProblems({ ...complete, confirmEmail: 'anna@example.com' })).toEqual({
        confirmEmail: 'Email addresses do not match.',
      });
    });

    it.each(['Short1!', 'nouppercase!', 'NOLOWERCASE!', 'NoSpecial123'])('names the weak password "%s"', (password) => {
      expect(signUpProblems({ ...complete, password, confirmPassword: password })).toEqual({
        password: 'Password must be 8+ characters and include upper, lower, and special characters.',
      });
    });

    it('asks for no number', () => {
      expect(signUpProblems({ ...complete, password: 'NoNumber!', confirmPassword: 'NoNumber!' })).toEqual({});
    });

    it('names passwords that differ', () => {
      expect(signUpProblems({ ...complete, confirmPassword: 'Sunlight?' })).toEqual({
        confirmPassword: 'Passwords do not match.',
      });
    });

    it('asks for the code and the age', () => {
      expect(Object.keys(signUpProblems({ ...complete, signupCode: ' ', confirmAdult: false }))).toEqual([
        'signupCode',
        'confirmAdult',
      ]);
    });
  });

  const expired = 'This Sign-Up Code is not valid for this email address. Please request a new one.';
  let calls: { path: string; body: Record<string, unknown> }[];

  beforeEach(() => {
    calls = [];
    globalThis.fetch = (async (url: string, { body }: RequestInit) => {
      const path = url.replace(/^.*\/api/, '');
      const sent = JSON.parse(String(body)) as Record<string, unknown>;
      calls.push({ path, body: sent });
      const answer = answerTo(path, sent);
      const ok = answer['success'] === true;
      return { ok, status: ok ? 201 : 400, headers: new Map(), json: async () => answer };
    }) as unknown as typeof fetch;
  });
  afterEach(cleanup);

  function answerTo(path: string, { signupCode }: Record<string, unknown>): Record<string, unknown> {
    if (path === '/request-signup-code') return { success: true, message: '' };
    if (path === '/login') return { success: false, code: 'UNAUTHENTICATED', message: 'No.', error: 'No.' };
    if (signupCode !== 'new-code')
      return { success: false, code: 'SIGNUP_CODE_INVALID', message: expired, error: expired };
    return { success: true, token: 'a', userId: '0b6f3c0e-6d0b-4a54-9d0a-2f4f5f1c7a10', hasWelcomeGrant: true };
  }

  async function fill() {
    const fields = { Email: 'ann@example.com' };
    const passwords = { Password: 'Sunlight!', 'Confirm password': 'Sunlight!' };
    for (const [label, text] of Object.entries({ ...fields, ...passwords })) {
      await userEvent.click(screen.getByLabelText(label));
      await userEvent.paste(text);
    }
    await userEvent.click(screen.getByRole('checkbox'));
  }

  it('shows the code of an expired link and leads to a new one', async () => {
    const onSignedUp = jest.fn();
    render(
      <MemoryRouter>
        <SignUpForm codeFromLink="old-code" onSignedUp={onSignedUp} />
      </MemoryRouter>,
    );
    expect(screen.queryByLabelText('Sign-Up Code')).toBeNull();
    await fill();
    await press('Sign Up');
    await screen.findByText(expired);
    const code = screen.getByLabelText<HTMLInputElement>('Sign-Up Code');
    await waitFor(() => expect(document.activeElement).toBe(code));
    expect(code.value).toBe('old-code');

    await press('Send me a new code');
    await screen.findByText('A new Sign-Up Code is on its way to ann@example.com. Older codes no longer work.');
    screen.getByRole('button', { name: /^Send again in \d+ s$/ });
    expect(calls.at(-1)).toEqual({ path: '/request-signup-code', body: { email: 'ann@example.com' } });
    expect(code.value).toBe('');
    expect(screen.queryByText(expired)).toBeNull();

    await userEvent.type(code, 'new-code');
    await press('Sign Up');
    await waitFor(() => expect(onSignedUp).toHaveBeenCalled());
  });

  it('takes a summary and the error of a confirmation away once its other field is corrected', async () => {
    render(
      <MemoryRouter>
        <SignUpForm codeFromLink={null} onSignedUp={() => undefined} />
      </MemoryRouter>,
    );
    const summary = 'Please correct all errors before submitting.';
    await userEvent.type(screen.getByLabelText('Confirm email'), 'ann@example.com');
    await press('Sign Up');
    await screen.findByText(summary);
    await screen.findByText('Email addresses do not match.');
    await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
    expect(screen.queryByText(summary)).toBeNull();
    expect(screen.queryByText('Email addresses do not match.')).toBeNull();
  });

  it('names each empty field of the log-in, and takes a failed log-in away once a field is corrected', async () => {
    render(
      <MemoryRouter>
        <LogInForm onLoggedIn={async () => undefined} />
      </MemoryRouter>,
    );
    await press('Submit');
    await screen.findByText('Please provide an email');
    screen.getByText('Please provide a password');
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
    expect(screen.queryByText('Please provide an email')).toBeNull();
    await userEvent.type(screen.getByLabelText('Password'), 'x');
    expect(screen.queryByText('Please provide a password')).toBeNull();
    await press('Submit');
    await screen.findByText('failed to log in');
    await screen.findByText(/^Check your email and password/);
    await userEvent.type(screen.getByLabelText('Password'), 'y');
    expect(screen.queryByText('failed to log in')).toBeNull();
  });
});

describe('sign up', () => {
  const signUp = 'POST /users/send';
  /** Time for which the page shows the welcome tokens before it opens the photos. */
  const welcomeMs = 1_500;
  const complete = {
    ...{ Email: 'ana@example.com' },
    ...{ Password: 'Sunlight!', 'Confirm password': 'Sunlight!', 'Phone number (optional)': '+44 20 7946 0000' },
  };

  let desk: Desk;
  beforeEach(() => {
    window.scrollTo = () => undefined;
    sessionStore.signOut('logged-out');
    desk = new Desk();
  });
  afterEach(cleanup);

  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  function send(fields: Record<string, string>) {
    for (const [label, value] of Object.entries(fields)) fireEvent.change(field(label), { target: { value } });
    fireEvent.click(screen.getByRole('button', { name: 'Sign Up' }));
  }

  it('names everything that is wrong at once, leads to the first of it, and sends nothing', async () => {
    show(<SignUpPage />, '/signup');
    send({ ...complete, Email: 'ana', 'Confirm email': 'anna', Password: 'sunlight', 'Confirm password': 'moonlight' });
    await screen.findByText('Please correct all errors before submitting.');
    for (const problem of [
      'Please enter a valid email address.',
      'Email addresses do not match.',
      'Password must be 8+ characters and include upper, lower, and special characters.',
      'Passwords do not match.',
    ])
      screen.getByText(problem);
    await waitFor(() => expect(document.activeElement).toBe(field('Email')));
    expect(screen.getByRole('button', { name: 'Sign Up' }).getAttribute('aria-disabled')).toBe('true');
    expect(desk.sent).toEqual([]);
  });

  it('asks somebody with a link for the address once, and knows it where the link does', async () => {
    show(<SignUpPage />, '/signup?code=a-code#email=ana%2Bdating%40example.com');
    await waitFor(() => expect(window.location.hash).toBe(''));
    expect(field('Email').value).toBe('ana+dating@example.com');
    expect(screen.queryByLabelText('Confirm email')).toBeNull();
    screen.getByText('Your Sign-Up Code is filled in from the link.');
    screen.getByText('Still missing: Password, 18 or older');
  });

  describe('a new account', () => {
    beforeEach(async () => {
      await import('../../../features/auth/auth-calls');
      jest.useFakeTimers();
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    const sendComplete = () => {
      fireEvent.click(screen.getByRole('checkbox'));
      send(complete);
      return pass(1);
    };

    it('is announced before the photos are shown', async () => {
      let answer = (_: object): void => undefined;
      const answered = new Promise<object>((resolve) => {
        answer = resolve;
      });
      globalThis.fetch = (async () => ({
        ...{ ok: true, status: 201, headers: new Map() },
        json: () => answered,
      })) as unknown as typeof fetch;
      show(<SignUpPage />, '/signup?code=a-code');
      await sendComplete();
      screen.getByRole('button', { name: 'Creating Account...' });
      expect(field('Email').closest('fieldset')?.disabled).toBe(true);
      answer({ success: true, token: 'a.b.c', userId: person, hasWelcomeGrant: true });
      await pass(0);
      screen.getByText('Account created successfully. Logging you in...');
      await pass(welcomeMs - 1);
      expect(addressNow()).toBe('/signup?code=a-code');
      await pass(1);
      expect(addressNow()).toBe('/profile');
      expect(sessionStore.current().session).toEqual({ token: 'a.b.c', userId: person });
    });

    it('that is refused without a word is explained in the product’s', async () => {
      desk.answer(signUp, {}, 500);
      show(<SignUpPage />, '/signup?code=a-code');
      await sendComplete();
      screen.getByText('An unexpected error occurred. Check your Signup Code.');
      expect(field('Sign-Up Code').value).toBe('a-code');
      expect(field('Sign-Up Code').getAttribute('aria-invalid')).toBe('true');
      screen.getByText('Check this code, or have a new one sent.');
      screen.getByRole('button', { name: 'Send me a new code' });
      expect(desk.of(signUp)).toHaveLength(1);
    });
  });
});
