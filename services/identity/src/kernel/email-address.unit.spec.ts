import { describe, expect, it } from '@jest/globals';
import { countedMailboxOf, mailboxOf, maskedEmail, veiledEmail } from './email-address.js';

describe('the mailbox of an address', () => {
  it.each([
    ['sam+candid@example.org', 'sam@example.org'],
    ['sam+a+b@example.org', 'sam@example.org'],
    ['s.a.m@gmail.com', 'sam@gmail.com'],
    ['s.am+x@googlemail.com', 'sam@gmail.com'],
    ['s.am@protonmail.com', 'sam@proton.me'],
    ['s.a.m@example.org', 's.a.m@example.org'],
    ['+tag@example.org', '+tag@example.org'],
  ])('of %s is %s', (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });
});

describe('the mailbox that mails are counted for', () => {
  it.each(['sam.doe@example.org', 's.a.m.doe+x@example.org', 'samdoe@example.org'])('is the same for %s', (email) => {
    expect(countedMailboxOf(email)).toBe('samdoe@example.org');
  });
});

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
