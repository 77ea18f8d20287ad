import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Resolves to the result of `use`, and removes the directory. */
export async function inTemporaryDirectory(name, use) {
  const directory = mkdtempSync(path.join(tmpdir(), `candid-${name}-`));
  try {
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
