import { describe, expect, it } from '@jest/globals';
import { veiledEmail } from './veiled-email.js';

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
