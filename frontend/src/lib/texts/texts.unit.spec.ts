import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const modules = readdirSync(import.meta.dirname).filter((file) => !file.includes('.spec.'));

function textsIn(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, part]) => textsIn(part, `${path}.${key}`));
}

describe('the texts of the app', () => {
  it.each(modules)('has no empty text and none with spaces at its ends in %s', async (file) => {
    const texts: unknown = await import(`./${file}`);
    const wrong = textsIn(texts, file).filter(([, text]) => text !== text.trim() || text === '');
    expect(wrong).toEqual([]);
  });

  // The product documents prescribe this text, the only one with the word "evaluator".
  const given = ['Please select at least 1 evaluator'];
  it.each(modules)('keeps to the words of the product in %s', async (file) => {
    const source = await readFile(join(import.meta.dirname, file), 'utf8');
    const texts = given.reduce((rest, text) => rest.replaceAll(text, ''), source);
    expect(texts.match(/\b(raters?|evaluators?|doubts?|said differently|stands?)\b|\d %|\} %/gi)).toBeNull();
  });

  // Keeps only the texts in quotes, because a comment or a key may say "mail".
  const shown = (source: string): string =>
    (source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? []).join('\n');
  it.each(modules)('says email, and plain words with straight apostrophes, in %s', async (file) => {
    const texts = shown(await readFile(join(import.meta.dirname, file), 'utf8'));
    expect(texts.match(/\be-mails?\b|\bmails?\b|\bneed not\b|\b(set|put) aside\b|[‘’]/gi)).toBeNull();
  });
});
