import { normalisedEmail } from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import { describe, expect, it } from '@jest/globals';
import { type SignUpForm, validateSignUp } from './sign-up.js';

const form: SignUpForm = { email: 'Mia@Example.org', password: 'Abcdefg!' };

function refusalOf(changed: Partial<SignUpForm>): DomainError {
  try {
    validateSignUp({ ...form, ...changed });
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('not refused');
}

describe('sign-up form', () => {
  it('takes what the product asks for', () => {
    expect(validateSignUp({ ...form, phoneNumber: ' +44 (0)20 7946-0000 ' })).toEqual({
      email: 'mia@example.org',
      password: 'Abcdefg!',
      phoneNumber: '+44 (0)20 7946-0000',
    });
    expect(validateSignUp({ ...form, phoneNumber: '  ' }).phoneNumber).toBeNull();
  });

  it.each(['short1!', 'abcdefg!', 'ABCDEFG!', 'Abcdefgh'])('refuses the password %s', (password) => {
    expect(refusalOf({ password })).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'Password must be 8+ characters and include upper, lower, and special characters.',
    });
  });

  it('refuses a password of more than 128 characters', () => {
    expect(validateSignUp({ ...form, password: `Aa!${'x'.repeat(125)}` }).password).toHaveLength(128);
    expect(refusalOf({ password: `Aa!${'x'.repeat(126)}` }).details).toEqual([
      expect.objectContaining({ field: 'password' }),
    ]);
  });

  it.each(['call me', '+44\u000020', '1'.repeat(40)])('refuses the phone number %j', (phoneNumber) => {
    expect(refusalOf({ phoneNumber })).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('names every wrong field', () => {
    const refusal = refusalOf({ email: 'nobody', password: 'x' });
    expect(refusal.message).toBe('Please correct all errors before submitting.');
    expect(refusal.details?.map((issue) => issue.field)).toEqual(['email', 'password']);
  });
});

describe('e-mail address', () => {
  it.each([
    ['MIA@example.ORG', 'mia@example.org'],
    [' mia@example.org ', 'mia@example.org'],
    ['mi\u212Ae@example.org', 'mike@example.org'],
    ['zoë@müller.example', 'zoë@xn--mller-kva.example'],
    ['ZOË@MU\u0308LLER.example', 'zoë@xn--mller-kva.example'],
    ['anna@xn--BCHER-kva.example', 'anna@xn--bcher-kva.example'],
    ['anna@bücher\u3002example', 'anna@xn--bcher-kva.example'],
    ['anna@straße.example', 'anna@xn--strae-oqa.example'],
    ['anna@example.中国', 'anna@example.xn--fiqs8s'],
  ])('%j is %j', (typed, email) => {
    expect(normalisedEmail(typed)).toBe(email);
  });

  it.each([
    '',
    'mia',
    'mia@example',
    'mia@exa mple.org',
    'a@b@example.org',
    'mia@example.org.',
    'mia@example..org',
    'mia@127.1',
    'mia@exa%6dple.org',
    'mia@example.org/path',
    'm..ia@example.org',
    'x<mia@example.org>',
    'mia@example.org,eve@example.org',
    'mia\r\nBcc: eve@example.org',
    'mia\u0000@example.org',
    'mia\u202e@example.org',
    `${'a'.repeat(65)}@example.org`,
    `mia@${'a'.repeat(250)}.org`,
  ])('%j is none', (typed) => {
    expect(normalisedEmail(typed)).toBeUndefined();
  });
});
