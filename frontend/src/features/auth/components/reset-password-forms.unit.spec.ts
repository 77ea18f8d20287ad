import { describe, expect, it } from '@jest/globals';
import { resetPasswordProblems } from './reset-password-forms';

describe('a new password', () => {
  it('has nothing wrong with it when it holds everything and is confirmed', () => {
    expect(resetPasswordProblems({ password: 'Sunlight-7', confirmation: 'Sunlight-7' })).toEqual({});
  });

  it.each([
    [
      '',
      'Password must contain at least 8 characters, an uppercase letter, a lowercase letter, a number, a special character',
    ],
    ['Sunlight!', 'Password must contain a number'],
    ['sunlight7', 'Password must contain an uppercase letter, a special character'],
    ['Sun-7', 'Password must contain at least 8 characters'],
    ['SUNLIGHT-7', 'Password must contain a lowercase letter'],
  ])('names what "%s" lacks', (password, message) => {
    expect(resetPasswordProblems({ password, confirmation: password })).toEqual({ password: message });
  });

  it('says that the confirmation differs', () => {
    expect(resetPasswordProblems({ password: 'Sunlight-7', confirmation: 'Sunlight-8' })).toEqual({
      confirmation: 'Passwords do not match',
    });
  });

  it('takes 128 characters at most', () => {
    const password = `Sunlight-7${'x'.repeat(119)}`;
    expect(resetPasswordProblems({ password, confirmation: password })).toEqual({
      password: 'Passwords have at most 128 characters.',
    });
  });
});
