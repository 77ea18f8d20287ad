import { describe, expect, it } from '@jest/globals';
import { isCommonPassword } from './common-passwords.js';

describe('a common password', () => {
  it.each(['P@ssw0rd', 'Password1!', '!!Dragon2931', 'QWERTYUIOP', 'Football#1', '\uff30assword1!'])(
    'is recognised: %s',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(true);
    },
  );

  it.each(['Correct horse!', 'Better-horse-10', 'Dragon1!Teapot', 'kX9#mQ2v', '!!!!1234'])(
    'is none: %s',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(false);
    },
  );
});
