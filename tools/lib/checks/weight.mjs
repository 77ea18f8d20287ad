import { readFileSync } from 'node:fs';
import { readJson } from '../json-file.mjs';
import { fromRoot } from '../paths.mjs';
import { sourceFilesIn, sourceFolders } from '../source-files.mjs';

/** It has limits, but is not part of the product. */
const lab = 'lab';
const isProduction = (file) => /\.(ts|tsx|mjs|css|sql)$/.test(file) && !/\.spec\.tsx?$/.test(file);
const linesOf = (file) => readFileSync(fromRoot(file), 'utf8').split('\n').length - 1;
const areaOf = (file) => /^((packages|services)\/[^/]+|[^/]+)/.exec(file)[1];

export function weights() {
  const files = sourceFilesIn(...sourceFolders.filter((folder) => folder !== 'e2e')).filter(isProduction);
  return Object.fromEntries(
    Object.entries(Object.groupBy(files, areaOf)).map(([area, names]) => [
      area,
      { files: names.length, lines: names.reduce((sum, name) => sum + linesOf(name), 0) },
    ]),
  );
}

export function weightReport(areas) {
  const textOf = (name, { files, lines }) => `${name}: ${files} files, ${lines} lines`;
  const product = { files: 0, lines: 0 };
  for (const [area, { files, lines }] of Object.entries(areas)) {
    if (area === lab) continue;
    product.files += files;
    product.lines += lines;
  }
  return [...Object.entries(areas).map(([area, weight]) => textOf(area, weight)), textOf('all but the lab', product)];
}

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
