import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Makes the file readable by its owner only, and replaces it atomically, so that no reader sees a part of it. */
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
