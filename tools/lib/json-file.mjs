import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Readable by its owner only; replaced in one step, so that a reader never sees half of it. */
export function writeJson(file, value) {
  const next = `${file}.next`;
  writeFileSync(next, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(next, file);
}

/** Returns undefined where the file is missing or no JSON. */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
