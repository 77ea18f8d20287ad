import { readFileSync } from 'node:fs';
import { readJson } from '../json-file.mjs';
import { fromRoot } from '../paths.mjs';
import { sourceFilesIn, sourceFolders } from '../source-files.mjs';

/** The lab has limits, too, although it is not part of the product. */
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
  const ofProduct = Object.keys(areas).filter((area) => area !== lab);
  const sum = (unit) => ofProduct.reduce((count, area) => count + areas[area][unit], 0);
  return [
    ...Object.entries(areas).map(([area, weight]) => textOf(area, weight)),
    textOf('all but the lab', { files: sum('files'), lines: sum('lines') }),
  ];
}

export const overweight = (areas, limits) =>
  Object.entries(areas).flatMap(([area, weight]) =>
    Object.entries(weight)
      .filter(([unit, count]) => count > (limits[area]?.[unit] ?? 0))
      .map(
        ([unit, count]) =>
          `${area}: ${count} ${unit}, and docs/weight.json allows ${limits[area]?.[unit] ?? 0}: remove some, or raise it with a reason`,
      ),
  );

export const weightLimits = () => readJson(fromRoot('docs', 'weight.json'));
