import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { keptInBrowser } from './facts';
import { privacyPolicy } from './legal';

const source = join(import.meta.dirname, '..', '..');
const writes =
  /\b(local|session)Storage\.setItem\(|\bdocument\.cookie = |\bcaches\.open\(|\bcreateStore\(|\bexport function remembered\(|\bremembered(<[^(]*>)?\('[^']*'(\)|, \(\) => )/;

describe('the privacy page', () => {
  it('names what every module that writes to the browser keeps there', () => {
    const writing = globSync('**/*.{ts,tsx}', { cwd: source })
      .filter((file) => !file.includes('.spec.'))
      .filter((file) => writes.test(readFileSync(join(source, file), 'utf8')));
    expect(Object.values(keptInBrowser).flatMap(Object.keys).sort()).toEqual(writing.sort());
    const page = privacyPolicy.sections.flatMap(({ paragraphs }) => paragraphs).join('\n');
    for (const said of Object.values(keptInBrowser).flatMap((texts) => Object.values(texts)))
      if (said !== null) expect(page).toContain(said);
  });
});
