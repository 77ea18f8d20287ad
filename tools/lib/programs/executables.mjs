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

export const findExecutable = (name) =>
  childPath
    .split(':')
    .filter(Boolean)
    .map((directory) => path.join(directory, name))
    .find(isExecutable);
