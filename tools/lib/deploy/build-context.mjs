import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const patternsOf = (text) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

/**
 * Every file, absolute, that a build with `directory` as its context is given: all that its .dockerignore does not name.
 * Reads the patterns that are in use there: plain paths, `*` and `**`, without exceptions.
 */
export function contextFiles(directory) {
  const patterns = patternsOf(readFileSync(path.join(directory, '.dockerignore'), 'utf8'));
  const ignored = (file) => patterns.some((pattern) => path.matchesGlob(file, pattern));
  const below = (folder) =>
    readdirSync(path.join(directory, folder), { withFileTypes: true }).flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (ignored(file)) return [];
      return entry.isDirectory() ? below(file) : [file];
    });
  return below('.');
}
