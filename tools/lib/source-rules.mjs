import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fromRoot, root } from './paths.mjs';

/** What the dependency rules cannot see, because no import tells it. */
const rules = [
  {
    name: 'decisions are given the time and every id',
    files: /^services\/[^/]+\/src\/domain\/(?!.*\.spec\.ts$).*\.ts$/,
    forbidden: /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\(|\bperformance\.now\(|\bprocess\.env\b/,
  },
  {
    name: 'no circular providers',
    files: /^(gateway|services|packages)\/.*\.ts$/,
    forbidden: /\bforwardRef\(/,
  },
  {
    name: 'every test runs',
    files: /\.spec\.tsx?$/,
    forbidden: /\b(it|test|describe)\.(skip|only|todo)\b|\b(xit|xtest|xdescribe|fit|fdescribe)\(/,
  },
];

/** Tracked files and new ones; what git ignores is not the project's. */
function sourceFiles() {
  const listing = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listing.split('\n').filter((file) => /\.tsx?$/.test(file) && existsSync(fromRoot(file)));
}

function breachesIn(file, { name, forbidden }) {
  const lines = readFileSync(fromRoot(file), 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    forbidden.test(line) ? [`${file}:${index + 1}  ${name}: ${line.trim()}`] : [],
  );
}

/** One line per breach: file, line number, rule. */
export function findBreaches() {
  return sourceFiles().flatMap((file) =>
    rules.filter(({ files }) => files.test(file)).flatMap((rule) => breachesIn(file, rule)),
  );
}
