import { readdirSync, readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { compiled, textsIn } from './texts.js';

type Texts = string | { readonly [name: string]: Texts };

const folder = new URL('../../texts/', import.meta.url);
const filesIn = (language: Language): string[] => readdirSync(new URL(language, folder)).toSorted();

/** Returns the arguments of each message by its place. Compiling checks the message's syntax and its plural forms. */
function argumentsIn(texts: Texts, language: Language, place: string): [place: string, names: string[]][] {
  if (typeof texts !== 'string')
    return Object.entries(texts).flatMap(([name, part]) => argumentsIn(part, language, `${place} ${name}`));
  const used = [...String(compiled(language, texts)).matchAll(/\bd\.(\w+)/g)].map(([, name]) => name!);
  return [[place, [...new Set(used)].toSorted()]];
}

const messagesOf = (language: Language) =>
  Object.fromEntries(
    filesIn(language).flatMap((file) => {
      const texts = JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')) as Texts;
      return argumentsIn(texts, language, file);
    }),
  );

describe('the texts of mails', () => {
  it('name the arguments of a message', () => {
    const message = '{count, plural, one {{who} has #} other {{who} have #}}, {kind, select, a {{x}} other {}}';
    expect(argumentsIn(message, 'en', 'place')).toEqual([['place', ['count', 'kind', 'who', 'x']]]);
  });

  it.each(LANGUAGES)('have the same keys and arguments in %s as in English', (language) => {
    expect(messagesOf(language)).toEqual(messagesOf('en'));
  });

  it.each(LANGUAGES)('quote the guidelines in %s as the app shows them', (language) => {
    const shown = JSON.parse(readFileSync(`frontend/texts/${language}/guidelines.json`, 'utf8'));
    expect(textsIn(language).statements.rules).toEqual(shown);
  });
});
