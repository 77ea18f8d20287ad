import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import MessageFormat from '@messageformat/core';
import { parse, type Token } from '@messageformat/parser';

const folder = join(import.meta.dirname, '../../../texts');
const catalogues = readdirSync(join(folder, 'en'));
/** German for what the server writes in English; own specs compare these. */
const ofServer = ['phrases.json', 'server-sentences.json'];

/** The texts of a catalogue by their path. */
function textsOf(language: string, file: string): Map<string, string> {
  const texts = new Map<string, string>();
  const collect = (part: unknown, path: string): void => {
    if (typeof part === 'string') texts.set(path, part);
    else for (const [name, one] of Object.entries(part as object)) collect(one, `${path}/${name}`);
  };
  collect(JSON.parse(readFileSync(join(folder, language, file), 'utf8')), '');
  return texts;
}

const valuesIn = (tokens: readonly Token[]): string[] =>
  tokens.flatMap((token) => [
    ...('arg' in token ? [token.arg] : []),
    ...('cases' in token ? token.cases.flatMap((one) => valuesIn(one.tokens)) : []),
  ]);
const valuesOf = (text: string): string[] => [...new Set(valuesIn(parse(text)))].sort();

it('has the same catalogues in both languages', () => {
  expect(readdirSync(join(folder, 'de')).filter((file) => !ofServer.includes(file))).toEqual(catalogues);
});

describe('the German texts', () => {
  it.each(catalogues.filter((file) => file !== 'language.json'))(
    'of %s have the keys and values of the English ones',
    (file) => {
      const english = textsOf('en', file);
      const german = textsOf('de', file);
      expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
      const others = [...english].filter(([key, text]) => `${valuesOf(text)}` !== `${valuesOf(german.get(key)!)}`);
      expect(others).toEqual([]);
    },
  );
});

describe.each(['en', 'de'])('each text in %s', (language) => {
  const formats = new MessageFormat(language, { strict: true, strictPluralKeys: true });
  it.each(catalogues)('of %s is a message, not empty, and without spaces at its ends', (file) => {
    for (const [key, text] of textsOf(language, file)) {
      expect(() => formats.compile(text)).not.toThrow();
      expect([key, text.trim()]).toEqual([key, text]);
      expect([key, text]).not.toEqual([key, '']);
    }
  });
});

describe('the English texts', () => {
  // The product documents prescribe this text, the only one with the word "evaluator".
  const given = 'Please select at least 1 evaluator';
  const forbidden =
    /\b(raters?|evaluators?|doubts?|said differently|stands?)\b|\d %|\} %|\be-mails?\b|\bmails?\b|\bneed not\b|\b(set|put) aside\b|[‘’]/i;
  it.each(catalogues)('of %s keep to the words of the product', (file) => {
    const wrong = [...textsOf('en', file).values()].filter((text) => text !== given && forbidden.test(text));
    expect(wrong).toEqual([]);
  });
});
