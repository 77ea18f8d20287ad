import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fromRoot, root } from './paths.mjs';

const passedOver = new Set(['node_modules', 'dist', 'bundle', '.data', '.cache', '.git', 'coverage']);

/** Every file at or below `place` (absolute) that a person wrote; none where nothing is. */
export function* sourceFilesBelow(place) {
  if (!existsSync(place)) return;
  if (statSync(place).isFile()) return yield place;
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    if (!passedOver.has(entry.name)) yield* sourceFilesBelow(path.join(place, entry.name));
  }
}

/** Paths below the root. */
export const sourceFilesIn = (...places) =>
  places.flatMap((place) => [...sourceFilesBelow(fromRoot(place))]).map((file) => path.relative(root, file));

/** Folders with code that a person wrote. */
export const sourceFolders = ['packages', 'gateway', 'services', 'frontend', 'e2e', 'lab', 'tools', 'deploy'];
