import { readdirSync } from 'node:fs';
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

  // A built app has a function in place of a text with values, so a page that uses it as a text shows nothing.
  it.each(modules)('has each text with its values filled in, in %s', async (file) => {
    const texts: unknown = await import(`./${file}`);
    expect(textsIn(texts, file).filter(([, text]) => text.includes('{'))).toEqual([]);
  });
});
