import { describe, expect, it } from '@jest/globals';
import { countedMailboxOf, mailboxOf } from './mailbox.js';

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
