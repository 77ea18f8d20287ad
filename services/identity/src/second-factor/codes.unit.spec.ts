import { describe, expect, it } from '@jest/globals';
import { typedCode } from '../kernel/secrets.js';
import { SecondFactorKeys, stepOfCode, uriOfSecret } from './codes.js';

/** The secret and the codes of RFC 6238, appendix B, cut to six digits. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
] as const;

const at = (seconds: number): Date => new Date(seconds * 1_000);

describe('codes of the app', () => {
  it.each(VECTORS)('are those of RFC 6238 at %i s', (seconds, code) => {
    expect(stepOfCode(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it('are valid one step early and one step late, and no longer', () => {
    const step = Math.floor(1_234_567_890 / 30);
    const validAt = (offset: number) => stepOfCode(SECRET, '005924', at((step + offset) * 30));
    expect([-2, -1, 0, 1, 2].map(validAt)).toEqual([undefined, step, step, step, undefined]);
  });

  it('are six digits and nothing else', () => {
    for (const code of ['', '5924', '0005924', '00592a', '００５９２４', '005924\n'])
      expect(stepOfCode(SECRET, code, at(1_234_567_890))).toBeUndefined();
    expect(typedCode(' 005 924 ')).toBe('005924');
    expect(typedCode('ABCDE-fghjk')).toBe('abcdefghjk');
  });
});

describe('secrets of the service', () => {
  const keys = new SecondFactorKeys('a key of the service that is long enough');

  it('are the same for the same request, and others for every other', () => {
    const made = [keys.secretFor('one', 'a'), keys.secretFor('one', 'b'), keys.secretFor('two', 'a')];
    expect(new Set(made).size).toBe(3);
    expect(keys.secretFor('one', 'a')).toBe(made[0]);
    expect(new SecondFactorKeys('another key of the service, as long').secretFor('one', 'a')).not.toBe(made[0]);
    expect(uriOfSecret(made[0]!, 'ann@candid.example')).toBe(
      `otpauth://totp/Candid:ann%40candid.example?issuer=Candid&secret=${made[0]}&algorithm=SHA1&digits=6&period=30`,
    );
  });

  it('make ten recovery codes that nobody mistypes', () => {
    const codes = keys.recoveryCodesFor('one', 'a');
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[02-9a-hjkmnp-z]{5}-[02-9a-hjkmnp-z]{5}$/);
    expect(keys.recoveryCodesFor('one', 'a')).toEqual(codes);
    expect(keys.recoveryCodesFor('one', 'b')).not.toContain(codes[0]);
  });

  it('are sealed for one account', () => {
    const sealed = keys.seal('ABC', 'one');
    expect(keys.unseal(sealed, 'one')).toBe('ABC');
    expect(() => keys.unseal(sealed, 'two')).toThrow();
  });
});
