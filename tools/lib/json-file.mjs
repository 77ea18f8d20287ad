import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Makes the file readable only by its owner. Replaces it atomically, so that no reader sees an incomplete file. */
export function writeJson(file, value) {
  const next = `${file}.next`;
  writeFileSync(next, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(next, file);
}

/** Returns undefined if the file is missing or not JSON. */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
