import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import texts from '../../../texts/de/server-sentences.json' with { type: 'json' };
import { withOwnSentences } from './server-sentences';

const root = join(import.meta.dirname, '../../../..');

/** Files without answers of the server, or with texts that have another translation. */
const others =
  /\.spec\.ts$|\/(mail|staff|operator|openapi|migrations)\/(?!mailer\.)|(\/(src\/check|staff|client|operator|daily-bounds)|-catalogue|contracts\/src\/moderation)\.ts$/;

const token =
  /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}|[^`\\])*`/g;
const value = /\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}/g;

const files = globSync(['packages/*/src/**/*.ts', 'services/*/src/**/*.ts', 'gateway/src/**/*.ts'], { cwd: root });

/** Returns the texts in quotes, with `{}` for each value. */
const textsIn = (file: string) =>
  (readFileSync(join(root, file), 'utf8').match(token) ?? [])
    .filter((part) => !part.startsWith('/'))
    .map((part) => part.slice(1, -1).replaceAll(value, '{}').replaceAll(/\\(.)/g, '$1'));

const quoted = files
  .filter((file) => !others.test(file))
  .flatMap(textsIn)
  // The name of a file is the subject of these sentences.
  .map((text) => (/^\p{Ll}.* .*\.$/u.test(text) ? `{} ${text}` : text));

const findingsFile = /\/reconciliation\/(check|closed-days|compare-due|ledger-checks)\.ts$/;
const sql = /::|^(select|with|insert|update|delete|create) /;
/** Matches a finding that SQL puts together from texts and columns. */
const findingInSql = /'[^']*' \|\| (?:(?! as ).)*(?= as detail)/g;

/** The findings of the reconciliation: parts of sentences, which semicolons separate. */
const findings = [
  ...files
    .filter((file) => findingsFile.test(file))
    .flatMap(textsIn)
    .filter((text) => !sql.test(text))
    .flatMap((text) => text.split('; '))
    .filter((text) => / /.test(text) && /\p{L}/u.test(text)),
  ...quoted
    .flatMap((text) => text.match(findingInSql) ?? [])
    .map((text) => text.split(' || ').map((part) => (part.startsWith("'") ? part.slice(1, -1) : '{}')))
    .map((parts) => parts.join('')),
];

/** The server puts these together from values. */
const joined = ['missing {row}', 'unexpected {row}', 'contradiction {row}', '{where}: {what}'];

/** The product prescribes some texts without a full stop. */
const isSentence = (text: string) => /^(\p{Lu}|\{\}).* .*[.?!]$|^P(lease|assword) /u.test(text);
const sentences = [...new Set([...quoted.filter(isSentence), ...findings])];

const patternOf = (text: string) => new RegExp(`^${text.split('{}').map(RegExp.escape).join('.*')}$`);

describe('the sentences of the server', () => {
  it('all have a German one', () => {
    expect(sentences.length).toBeGreaterThan(250);
    expect(findings.length).toBeGreaterThan(25);
    const english = Object.keys(texts);
    const missing = sentences.filter((text) => {
      const pattern = patternOf(text);
      return !english.some((one) => pattern.test(one));
    });
    expect(missing).toEqual([]);
  });

  it('are still written by the server, if they have a German one', () => {
    const known = new Set([...quoted, ...findings, ...joined]);
    const templateOf = (english: string) => english.replaceAll(/\{\w+\}/g, '{}');
    const patterns = sentences.filter((text) => text.includes('{}')).map(patternOf);
    const unused = Object.keys(texts).filter(
      (one) => !known.has(one) && !known.has(templateOf(one)) && !patterns.some((pattern) => pattern.test(one)),
    );
    expect(unused).toEqual([]);
  });

  it('have the same values in German', () => {
    const valuesOf = (text: string) => new Set(text.match(/(?<=\{)\w+(?=[,}])/g));
    for (const [english, own] of Object.entries(texts)) expect([own, valuesOf(own)]).toEqual([own, valuesOf(english)]);
  });

  it('have no values beside a semicolon, because it separates sentences', () => {
    expect(Object.keys(texts).filter((english) => english.includes('; ') && english.includes('{'))).toEqual([]);
  });
});

describe('an answer in German', () => {
  it.each([
    ['There is nothing here.', 'Hier ist nichts.'],
    ['my, photo (1).jpg is larger than 15 MB.', 'my, photo (1).jpg ist größer als 15 MB.'],
    ['A photo is larger than 15 MB.', 'Ein Foto ist größer als 15 MB.'],
    ['Password must contain a number, a special character', 'Das Passwort braucht eine Zahl, ein Sonderzeichen.'],
    [
      'This photo needs 1 more rating(s) before you can put it in the Profile Planner.',
      'Dieses Foto braucht noch 1 Wertung, bevor du es in den Profilplaner legen kannst.',
    ],
    [
      'Your assessing is paused. Nearly all of your latest ratings are the same number. You can appeal against it.',
      'Dein Bewerten ist pausiert. Fast alle deine letzten Wertungen sind dieselbe Zahl. Du kannst Einspruch einlegen.',
    ],
    ['Somebody wrote this.', 'Somebody wrote this.'],
    ['every transfer gives what it takes; 2 repaired', 'jede Buchung gibt, was sie nimmt; 2 behoben'],
    [
      'due and booked once: 8 consume, 4 reward; 1 bookings wait',
      'fällig und einmal gebucht: 8 × Verbrauch, 4 × Belohnung; 1 Buchung wartet',
    ],
    ['transfers: missing amount 5; and 3 more', 'transfers: fehlt: amount 5; und 3 weitere'],
    ['user:1 is off by -40 tokens', 'user:1 weicht um -40 Tokens ab'],
    ['link 7: event e1 is altered', 'Glied 7: Ereignis e1 wurde verändert'],
    [
      '2026-11-20: booked under the code reward: 3 of 15 tokens, and 1 of 5 tokens when the day was closed',
      '2026-11-20: gebucht unter der Art reward: 3 Buchungen über 15 Tokens, und 1 Buchung über 5 Tokens beim Abschluss des Tages',
    ],
    [
      'DomainError CONFLICT: This photo is being assessed already.',
      'DomainError CONFLICT: Dieses Foto wird schon bewertet.',
    ],
    ['Error: the mail server refused the mail with 550', 'Error: der Mailserver hat die E-Mail mit 550 abgelehnt'],
    [
      'Error: the dead letter still cannot be read: the message is not JSON',
      'Error: die Nachricht lässt sich immer noch nicht lesen: die Nachricht ist kein JSON',
    ],
    ['data: startedAt, ownerId', 'data: startedAt, ownerId'],
  ])('has for %j the text %j', (english, german) => {
    expect(withOwnSentences(english)).toBe(german);
  });

  it('has the day of a suspension in the language of the app', () => {
    const english = 'Your account is suspended until 2 December 2026 (UTC). Our email explains why, and how to appeal.';
    expect(withOwnSentences(english)).toMatch(/^Dein Konto ist bis zum 2\D+2026 \(UTC\) gesperrt\./);
  });

  it('keeps what is no text', () => {
    const message = 'Please enter a valid email address.';
    const refusal = { success: false, code: 'VALIDATION_FAILED', message, details: [{ field: 'email', message }] };
    const german = 'Bitte gib eine gültige E-Mail-Adresse ein.';
    const details = [{ field: 'email', message: german }];
    expect(withOwnSentences(refusal)).toEqual({ ...refusal, message: german, details });
  });
});
