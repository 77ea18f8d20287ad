import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { childPath } from '../paths.mjs';

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

export function findExecutable(...names) {
  for (const name of names) {
    for (const directory of childPath.split(':').filter(Boolean)) {
      const file = path.join(directory, name);
      if (isExecutable(file)) return file;
    }
  }
  return undefined;
}
