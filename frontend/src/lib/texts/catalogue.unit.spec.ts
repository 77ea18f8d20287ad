import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type Catalogue, catalogue } from './catalogue';

const areaFiles = readdirSync(import.meta.dirname).filter((file) => !file.startsWith('catalogue.'));

function textsIn(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, part]) => textsIn(part, `${path}.${key}`));
}

describe('the text catalogue', () => {
  it.each(areaFiles)('holds everything that %s exports', async (file) => {
    const area: Record<string, unknown> = await import(`./${file}`);
    for (const [name, texts] of Object.entries(area))
      expect([name, Object.values(catalogue)]).toEqual([name, expect.arrayContaining([texts])]);
  });

  it('has no empty text and none with spaces at its ends', () => {
    const texts: Catalogue = catalogue;
    const wrong = textsIn(texts, 'catalogue').filter(([, text]) => text !== text.trim() || text === '');
    expect(wrong).toEqual([]);
  });
});
