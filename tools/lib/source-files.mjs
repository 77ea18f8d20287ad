import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const passedOver = new Set(['node_modules', 'dist', 'bundle', '.data', '.cache', '.git', 'coverage']);

/** Every file at or below `place` (absolute) that a person wrote; none where nothing is. */
export function* sourceFilesBelow(place) {
  if (!existsSync(place)) return;
  if (statSync(place).isFile()) return yield place;
  for (const entry of readdirSync(place, { withFileTypes: true })) {
    if (!passedOver.has(entry.name)) yield* sourceFilesBelow(path.join(place, entry.name));
  }
}
