import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fromRoot } from '../paths.mjs';

/** A directory of `.cache/`, made once: `fetch(directory)` resolves to the place in it that is kept under `name`. */
export async function fetched(name, fetch) {
  const kept = fromRoot('.cache', name);
  if (existsSync(kept)) return kept;
  mkdirSync(path.dirname(kept), { recursive: true });
  const directory = mkdtempSync(`${kept}-`);
  try {
    renameSync(await fetch(directory), kept);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  return kept;
}
