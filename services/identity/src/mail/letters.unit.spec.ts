import { describe, expect, it } from '@jest/globals';
import { accountDeletedMail, answerMail } from './letters.js';

const to = { to: 'mia@example.org', publicUrl: 'https://candid.example' };
const day = new Date('2026-03-01T23:30:00Z');

describe('the answer of support', () => {
  const answer = { ...to, text: 'First.\n\nSecond.', sentAt: day, tokens: 1, hasPasskey: true };

  it('stays as staff wrote it, in a letter in the language of the recipient', () => {
    expect(answerMail({ ...answer, language: 'en' }).text).toContain(
      'you wrote to us on 1 March 2026. Here is our answer.\n\nFirst.\n\nSecond.\n\n1 token is on your balance now.\n\n',
    );
    expect(answerMail({ ...answer, language: 'de' }).text).toContain(
      'du hast uns am 1. März 2026 geschrieben. Hier ist unsere Antwort.\n\nFirst.\n\nSecond.\n\n1 Token ist jetzt in deinem Guthaben.\n\n',
    );
  });

  it('has numbers in the notation of the language', () => {
    expect(answerMail({ ...answer, language: 'de', tokens: 1200 }).text).toContain('1.200 Tokens sind');
    expect(answerMail({ ...answer, language: 'en', tokens: 1200 }).text).toContain('1,200 tokens are');
  });
});

it('the mail about a deletion names the day of the erasure in the language of the recipient', () => {
  expect(accountDeletedMail({ ...to, language: 'de', eraseAt: day }).text).toContain('wird am 1. März 2026 endgültig');
});
