import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Every file below `directory`, relative to it, except other people's packages. */
export function sourceFilesIn(directory, folder = '') {
  return readdirSync(path.join(directory, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.name === 'node_modules') return [];
    return entry.isDirectory() ? sourceFilesIn(directory, file) : [file];
  });
}
