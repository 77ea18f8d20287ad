import { readFileSync } from 'node:fs';
import { fromRoot } from '../paths.mjs';
import { sourceFilesIn, sourceFolders } from '../source-files.mjs';

/** Rules that need the text of the source, because no import shows a violation. */
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
    name: 'words stand in the catalogues, frontend/texts',
    files: /^frontend\/src\/(?!.*\.spec\.tsx$).*\.tsx$/,
    forbidden: { test: holdsWords },
  },
  {
    name: 'a language has its own plural forms: ICU messages in frontend/texts',
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

function breachesIn(file, { name, forbidden }) {
  const lines = readFileSync(fromRoot(file), 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    forbidden.test(line) ? [`${file}:${index + 1}  ${name}: ${line.trim()}`] : [],
  );
}

export const findBreaches = () =>
  sourceFilesIn(...sourceFolders, 'Dockerfile').flatMap((file) =>
    rules.filter((rule) => rule.files.test(file)).flatMap((rule) => breachesIn(file, rule)),
  );

const heard =
  /\b(aria-(label|description|valuetext|roledescription|placeholder)|alt|title|placeholder|label|backLabel|hint|lead|error|text|caption)=\{?[^{}=(]*$/;
const word = /\p{L}{2,}/u;
const sentence = /\p{L}{2,}[,:]? \p{L}{2,}/u;
const literals = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
const forDevelopers = /^\s*(import|export) .* from |\bnew Error\(|\bconsole\.|^\s*(\/\/|\/?\*)/;
const forStyles =
  /\b(className|classNames|style|sizes|viewBox|d|points|transition|easing|transform\w*|\w+Selector)\b\s*[=:(]/;

/** A Tailwind utility: a word with a hyphen, colon or bracket, or a utility that is one plain word. */
const utility =
  /^(?:\S*[\w\])][-:[]\S+|-?\[\S+|flex|grid|block|inline|hidden|contents|relative|absolute|fixed|sticky|static|group|peer|border|underline|truncate|isolate|invisible|italic|uppercase|grow|shrink)$/;

const isClassList = (literal) => {
  const words = literal.slice(1, -1).trim().split(/\s+/);
  return words.filter((one) => utility.test(one)).length >= words.length * 0.75;
};

/** Finds literal words in accessible names, and literal sentences. Biome's `noJsxLiterals` finds text between tags. */
export function holdsWords(line) {
  if (forDevelopers.test(line)) return false;
  const code = line.replaceAll(/\$\{[^}]*\}/g, '');
  return [...code.matchAll(literals)].some(({ 0: literal, index }) => {
    const before = code.slice(0, index);
    return (
      (heard.test(before) && word.test(literal)) ||
      (sentence.test(literal) && !forStyles.test(before) && !isClassList(literal))
    );
  });
}
