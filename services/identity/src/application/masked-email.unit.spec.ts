import { describe, expect, it } from '@jest/globals';
import { maskedEmail, veiledEmail } from './masked-email.js';

describe('a masked address', () => {
  it('shows the first character and the domain, and not how long the rest is', () => {
    expect(maskedEmail('owner@candid.example')).toBe('o***@candid.example');
    expect(maskedEmail('o@candid.example')).toBe('o***@candid.example');
  });

  it('never cuts a character in two', () => {
    expect(maskedEmail('𝒜da@candid.example')).toBe('𝒜***@candid.example');
  });
});

describe('a veiled address', () => {
  it('shows the first characters and the last label', () => {
    expect(veiledEmail('owner@candid.example')).toBe('o•••@c•••.example');
    expect(veiledEmail('o@mail.candid.co.uk')).toBe('o•••@m•••.uk');
    expect(veiledEmail('"a@b"@candid.example')).toBe('"•••@c•••.example');
  });

  it('tells nothing more of a name without a dot, and never cuts a character in two', () => {
    expect(veiledEmail('o@localhost')).toBe('o•••@l•••');
    expect(veiledEmail('𝒜da@𝒞andid.example')).toBe('𝒜•••@𝒞•••.example');
  });
});
