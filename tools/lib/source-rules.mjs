import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fromRoot, root } from './paths.mjs';
import { sourceFilesBelow } from './source-files.mjs';
import { holdsWords } from './words-in-jsx.mjs';

/** Rules that the dependency rules cannot check, because no import shows a violation. */
const rules = [
  {
    name: 'decisions are given the time and every id',
    files:
      /^services\/[^/]+\/src\/((?:.*\/)?domain\/.*|[^/]+\/(commands|decide|errors|events|onboarding|state|view))(?<!\.spec)\.ts$/,
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
  {
    name: 'words stand in the modules of texts, lib/texts',
    files: /^frontend\/src\/(?!.*\.spec\.tsx$).*\.tsx$/,
    forbidden: { test: holdsWords },
  },
  {
    name: 'a language has its own plural forms: plural() of lib/language',
    files: /^frontend\/src\/lib\/texts\/.*\.ts$/,
    forbidden: /=== 1 \?/,
  },
  {
    name: "packages come from the machine's own sources",
    files: /(?<!source-rules)\.(ts|mjs|sh|json|list)$|Dockerfile$/,
    forbidden:
      /\bregistry\.(npmjs|yarnpkg)\.|\b(deb|security)\.debian\.org|\barchive\.ubuntu\.com|\bdl-cdn\.alpinelinux\./,
  },
];

const places = ['packages', 'gateway', 'services', 'frontend', 'e2e', 'bench', 'tools', 'deploy', 'Dockerfile'];

function sourceFiles() {
  const files = places.flatMap((place) => [...sourceFilesBelow(fromRoot(place))]);
  return files.map((file) => path.relative(root, file)).filter((file) => rules.some((rule) => rule.files.test(file)));
}

function breachesIn(file, { name, forbidden }) {
  const lines = readFileSync(fromRoot(file), 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    forbidden.test(line) ? [`${file}:${index + 1}  ${name}: ${line.trim()}`] : [],
  );
}

/** One line per breach: file, line number, rule. */
export function findBreaches() {
  const files = sourceFiles();
  return files.flatMap((file) =>
    rules.filter((rule) => rule.files.test(file)).flatMap((rule) => breachesIn(file, rule)),
  );
}
