import { describe, expect, it } from '@jest/globals';
import { maskedEmail } from './reset-password.js';

describe('a masked address', () => {
  it('shows the first character and the domain, and not how long the rest is', () => {
    expect(maskedEmail('owner@candid.example')).toBe('o***@candid.example');
    expect(maskedEmail('o@candid.example')).toBe('o***@candid.example');
  });

  it('never cuts a character in two', () => {
    expect(maskedEmail('𝒜da@candid.example')).toBe('𝒜***@candid.example');
  });
});
