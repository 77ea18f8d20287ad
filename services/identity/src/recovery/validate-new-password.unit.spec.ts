import { describe, expect, it } from '@jest/globals';
import { validateNewPassword } from './passwords.js';

const refusalOf = (password: string): { code: string; message: string; details: unknown } => {
  try {
    validateNewPassword(password);
  } catch (error) {
    return error as never;
  }
  throw new Error('not refused');
};

describe('a new password', () => {
  it('needs a number too', () => {
    validateNewPassword('Correct-horse-9');
    expect(refusalOf('Correct-horse')).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'Password must contain a number',
      details: [{ field: 'newPassword', message: 'Password must contain a number' }],
    });
  });

  it('is told everything it lacks at once', () => {
    expect(refusalOf('').message).toBe(
      'Password must contain at least 8 characters, an uppercase letter, a lowercase letter, a number, a special character',
    );
    expect(refusalOf('short').message).toBe(
      'Password must contain at least 8 characters, an uppercase letter, a number, a special character',
    );
  });

  it('has at most 128 characters', () => {
    const longest = `Aa9!${'x'.repeat(124)}`;
    validateNewPassword(longest);
    expect(refusalOf(`${longest}x`).message).toBe('Password can be at most 128 characters long.');
  });
});
