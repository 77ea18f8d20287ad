import { describe, expect, it } from '@jest/globals';
import { hashOfSignupCode, newSignupCode } from './signup-codes.js';

describe('sign-up code', () => {
  it('has four groups of five unmistakable characters', () => {
    expect(newSignupCode()).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/);
  });

  it('is known again however it is typed', () => {
    expect(hashOfSignupCode(' o1l0a-bcdef ghjkm npqrs')).toBe(hashOfSignupCode('0110A-BCDEF-GHJKM-NPQRS'));
    expect(hashOfSignupCode('0110A-BCDEF-GHJKM-NPQRT')).not.toBe(hashOfSignupCode('0110A-BCDEF-GHJKM-NPQRS'));
  });
});
