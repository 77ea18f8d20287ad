import { describe, expect, it } from '@jest/globals';
import { reportOutcomeMail } from './answer-mails.js';

describe('the mail about the outcome of reports', () => {
  const [upheld, rejected] = [
    { isUpheld: true, ofAppeal: false },
    { isUpheld: false, ofAppeal: true },
  ];
  const mailOf = (language: 'en' | 'de', outcomes = [upheld, upheld, rejected]) =>
    reportOutcomeMail({
      ...{ to: 'mia@example.org', publicUrl: 'https://candid.example', language, outcomes },
      work: { kind: 'reportOutcome', userId: 'mia', unsubscribeToken: 'token' },
    });

  it('counts them', () => {
    const { subject, text } = mailOf('en');
    expect(subject).toBe('What became of your reports');
    expect(text.split('\n\n').slice(0, 5)).toEqual([
      'Hello,',
      'a moderator has decided on 3 reports of yours.',
      '2 reports were right: we acted on it. Thank you for keeping Candid safe.',
      'In 1 report we found no violation of the guidelines. If you see it differently, answer this email.',
      '1 report was decided again because of an appeal.',
    ]);
    expect(mailOf('en', [upheld]).subject).toBe('What became of your report');
  });

  it('counts them in German', () => {
    const { subject, text } = mailOf('de');
    expect(subject).toBe('Was aus deinen Meldungen wurde');
    expect(text.split('\n\n').slice(0, 5)).toEqual([
      'Hallo,',
      'die Moderation hat über 3 Meldungen von dir entschieden.',
      '2 Meldungen waren berechtigt: Wir haben gehandelt. Danke, dass du hilfst, Candid sicher zu halten.',
      'Bei 1 Meldung haben wir keinen Verstoß gegen die Richtlinien gefunden. Wenn du das anders siehst, antworte auf diese E-Mail.',
      'Über 1 Meldung wurde nach einem Einspruch neu entschieden.',
    ]);
    expect(mailOf('de', [upheld]).subject).toBe('Was aus deiner Meldung wurde');
  });
});
