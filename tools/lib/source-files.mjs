import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fromRoot, root } from './paths.mjs';

const passedOver = new Set(['node_modules', 'dist', 'bundle', '.data', '.cache', '.git', 'coverage']);

/** Every hand-written file at or below the absolute path `place`; none if it does not exist. */
export function* sourceFilesBelow(place) {
  if (!existsSync(place)) return;
  if (statSync(place).isFile()) return yield place;
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    if (!passedOver.has(entry.name)) yield* sourceFilesBelow(path.join(place, entry.name));
  }
}

/** Paths relative to the root. */
export const sourceFilesIn = (...places) =>
  places.flatMap((place) => [...sourceFilesBelow(fromRoot(place))]).map((file) => path.relative(root, file));

/** Folders with hand-written code. */
export const sourceFolders = ['packages', 'gateway', 'services', 'frontend', 'e2e', 'lab', 'tools', 'deploy'];
