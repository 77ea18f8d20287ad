import { GUIDELINES, type Statement } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import type { StatementMailWork } from './mail-work.js';
import { statementMail } from './statement-mails.js';

const publicUrl = 'https://candid.example';
const token = 'abc/def';
const statement = {
  statementId: '6a7a5f0e-6a0a-4b0a-9a64-3d1c1e6f0001',
  caseId: '6a7a5f0e-6a0a-4b0a-9a64-3d1c1e6f0002',
  decision: 'removePhoto',
  photoId: '6a7a5f0e-6a0a-4b0a-9a64-3d1c1e6f0003',
  about: ['sexual', 'screening'],
  rule: 'no-nudity',
  reasons: 'The <b>crop</b> shows too much.',
  usedScreening: true,
  issuedAt: '2026-03-01T10:00:00.000Z',
  until: null,
  appealUntil: '2026-08-31T10:00:00.000Z',
  appeal: null,
  undoneAt: null,
} as unknown as Statement;

const to = { to: 'mia@example.org', publicUrl };
const mailOf = (kind: StatementMailWork['kind'], change: Partial<Statement> = {}, appealToken: string | null = token) =>
  statementMail(kind, { ...to, language: 'en', statement: { ...statement, ...change }, appealToken });
const appeal = (outcome: 'granted' | 'rejected' | null) => ({
  ...{ filedAt: statement.issuedAt, outcome, reasons: 'Looked at again.', decidedAt: statement.issuedAt },
});

describe('the mail about a decision', () => {
  it('says what happened, by which rule, why, what a machine did, and how to appeal until when', () => {
    const { subject, text, html } = mailOf('case-decided')!;
    const rule = GUIDELINES.find(({ id }) => id === 'no-nudity')!;
    expect(subject).toBe('We removed one of your photos');
    for (const said of [
      rule.title,
      rule.text,
      'sexual content',
      'The <b>crop</b> shows too much.',
      'automatic screening had flagged',
      'appeal once until 31 August 2026',
      `${publicUrl}/appeal?token=abc%2Fdef`,
      'out-of-court',
    ])
      expect(text).toContain(said);
    expect(html).toContain('The &lt;b&gt;crop&lt;/b&gt;');
  });

  it('is in the language of the recipient, except for the words of the moderator', () => {
    const german = (change: Partial<Statement>) => {
      const written = { ...statement, ...change };
      return statementMail('case-decided', { ...to, language: 'de', statement: written, appealToken: token })!;
    };
    const mail = german({});
    expect(mail.subject).toBe('Wir haben eines deiner Fotos entfernt');
    expect(mail.html).toContain('<html lang="de">');
    for (const said of [
      'Es geht um: sexueller Inhalt; ein Fund unserer automatischen Prüfung.',
      'Die Regel unserer Richtlinien: Nichts Sexuelles. Keine Nacktheit,',
      'Die Moderation schreibt dazu: The <b>crop</b> shows too much.',
      'bis zum 31. August 2026 einmal Einspruch einlegen',
      `Einspruch einlegen:\n${publicUrl}/appeal?token=abc%2Fdef`,
    ])
      expect(mail.text).toContain(said);
    const { subject } = german({ decision: 'suspendAccount', until: '2026-03-08T10:00:00.000Z' });
    expect(subject).toBe('Dein Konto bei Candid ist bis zum 8. März 2026 gesperrt');
  });

  it('names the end of a suspension, and how to get data or a deletion without logging in', () => {
    const mail = mailOf('case-decided', {
      decision: 'suspendAccount',
      until: '2026-03-08T10:00:00.000Z',
      photoId: null,
    });
    expect(mail?.subject).toBe('Your Candid account is suspended until 8 March 2026');
    expect(mail?.text).toContain('copy of your data');
    expect(mailOf('case-decided', { decision: 'closeAccount' })?.text).toContain(
      '30 days after the time for an appeal',
    );
  });

  it('offers no appeal where there is none', () => {
    for (const mail of [mailOf('case-decided', { appealUntil: null }), mailOf('case-decided', {}, null)]) {
      expect(mail?.text).not.toContain('ppeal once');
      expect(mail?.text).toContain(`${publicUrl}/guidelines`);
    }
  });

  it('about possible illegal content has rule, reasons and appeal like every removal, and names no authority', () => {
    const { subject, text } = mailOf('case-decided', { decision: 'passOn', rule: 'law', usedScreening: false })!;
    expect(subject).toBe('We removed one of your photos');
    for (const said of ['may be against the law', 'The law. Nothing that', 'The <b>crop</b> shows', '/appeal?token='])
      expect(text).toContain(said);
    for (const unsaid of ['passed on', 'police', 'review by law']) expect(text).not.toContain(unsaid);
    expect(mailOf('decision-undone', { decision: 'passOn' })?.text).toContain('Your photo is back');
  });

  it('about a hold says that it follows by rule, whether screening had a part or not', () => {
    for (const usedScreening of [true, false]) {
      const { text } = mailOf('photo-held', { decision: 'hold', usedScreening })!;
      expect(text).toContain('The hold follows by rule');
      expect(text).not.toMatch(/no machine|never a machine|a person has decided/i);
    }
  });

  it('about the undoing of a removal says whether the pictures are still there', () => {
    const undoneOn = (day: string) => mailOf('decision-undone', { undoneAt: `${day}T10:00:00.000Z` })?.text;
    expect(undoneOn('2026-03-31')).toContain('Your photo is back');
    expect(undoneOn('2026-04-01')).toContain('the pictures had been deleted before');
    const granted = (filedOn: string) =>
      mailOf('appeal-decided', {
        undoneAt: '2026-06-01T10:00:00.000Z',
        appeal: { ...appeal('granted'), filedAt: `${filedOn}T10:00:00.000Z` },
      })?.text;
    expect(granted('2026-03-31')).toContain('Your photo is back');
    expect(granted('2026-04-01')).toContain('the pictures had been deleted before');
  });

  it('says that no machine had a part, where none had', () => {
    expect(mailOf('case-decided', { usedScreening: false })?.text).toContain('No machine had a part');
  });

  it('is not sent for one that was taken back meanwhile', () => {
    expect(mailOf('case-decided', { undoneAt: statement.issuedAt })).toBeUndefined();
    expect(mailOf('case-decided', { undoneAt: statement.issuedAt, appeal: appeal('granted') })).toBeDefined();
  });
});

describe('the mail about a hold', () => {
  it('says that nothing is decided, and is not sent after its end', () => {
    const hold = { decision: 'hold', rule: null, reasons: null, appealUntil: null } as const;
    const mail = mailOf('photo-held', hold, null);
    expect(mail?.subject).toBe('One of your photos is held for review');
    expect(mail?.text).toContain('no decision yet');
    expect(mailOf('photo-held', { ...hold, undoneAt: statement.issuedAt }, null)).toBeUndefined();
  });
});

describe('the mail about an appeal', () => {
  it('gives the outcome with its reasons', () => {
    expect(mailOf('appeal-filed')?.subject).toBe('We have your appeal');
    const granted = mailOf('appeal-decided', { appeal: appeal('granted') });
    expect(granted?.subject).toBe('Your appeal is granted');
    expect(granted?.text).toContain('Your photo is back');
    const rejected = mailOf('appeal-decided', { appeal: appeal('rejected') });
    expect(rejected?.subject).toBe('Your appeal is rejected');
    expect(rejected?.text).toContain('Looked at again.');
    expect(rejected?.text).toContain('out-of-court');
  });

  it('replaces the mail about the undoing that it causes', () => {
    expect(mailOf('decision-undone', { appeal: appeal('granted') })).toBeUndefined();
    expect(mailOf('decision-undone')?.text).toContain('we took back the removal of one of your photos');
  });
});
