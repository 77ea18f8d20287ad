import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readJson } from '../json-file.mjs';
import { fromRoot, root } from '../paths.mjs';
import { sourceFilesBelow } from '../source-files.mjs';

const places = ['packages', 'gateway', 'services', 'frontend', 'tools'];
const isProduction = (file) => /\.(ts|tsx|mjs|css|sql)$/.test(file) && !/\.spec\.tsx?$/.test(file);
const linesOf = (file) => readFileSync(fromRoot(file), 'utf8').split('\n').length - 1;
const areaOf = (file) => /^((packages|services)\/[^/]+|[^/]+)/.exec(file)[1];

/** Production files and lines of each area of the tree: { [area]: { files, lines } }. */
export function weights() {
  const files = places
    .flatMap((place) => [...sourceFilesBelow(fromRoot(place))])
    .map((file) => path.relative(root, file));
  const areas = Object.groupBy(files.filter(isProduction), areaOf);
  return Object.fromEntries(
    Object.entries(areas).map(([area, names]) => [
      area,
      { files: names.length, lines: names.reduce((sum, name) => sum + linesOf(name), 0) },
    ]),
  );
}

/** A line for each area with more files or lines than `limits` gives it. */
export function overweight(areas, limits) {
  const faults = [];
  for (const [area, weight] of Object.entries(areas))
    for (const [unit, count] of Object.entries(weight)) {
      const limit = limits[area]?.[unit] ?? 0;
      if (count > limit)
        faults.push(
          `${area}: ${count} ${unit}, and docs/weight.json allows ${limit}: remove some, or raise it with a reason`,
        );
    }
  return faults;
}

export const weightLimits = () => readJson(fromRoot('docs', 'weight.json'));
