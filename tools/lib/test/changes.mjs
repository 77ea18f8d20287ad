import { execFileSync } from 'node:child_process';
import { root } from '../paths.mjs';

const gitIn = (directory, ...args) =>
  execFileSync('git', args, { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

export const git = (...args) => gitIn(root, ...args);

export const changeBase = () => git('merge-base', 'HEAD', 'main');

export function changedFiles(commit) {
  const lines = [git('diff', '--name-only', commit), git('ls-files', '--others', '--exclude-standard')];
  return lines.join('\n').split('\n').filter(Boolean);
}

/** If a file moves, these lines may change in that file and in others: imports, paths from the root and comments. */
const linesOfMoves = String.raw`^import |^\} from '|import\('|fromRoot\('|^ *(#|//|/?\*+) `;

/** Leaves out files in which only `linesOfMoves` changed, because the dependency rules check imports at each change. */
export function changedBesideMoves(commit, directory = root) {
  const diff = gitIn(directory, 'diff', '--numstat', '-z', '--find-renames', '-I', linesOfMoves, commit);
  const changes = [...diff.matchAll(/(\d+|-)\t(\d+|-)\t(?:\0([^\0]+)\0)?([^\0]+)\0/g)]
    .filter(([, added, removed, from]) => from === undefined || added !== '0' || removed !== '0')
    .map(([, , , , file]) => file);
  const others = gitIn(directory, 'ls-files', '--others', '--exclude-standard').split('\n').filter(Boolean);
  return [...changes, ...others];
}

const production = /^(gateway|services|packages|frontend)\/(?!.*\.spec\.)/;
const everything =
  /^(package(-lock)?\.json|jest\.config\.mjs|tsconfig.*|tools\/(test|bundle|lib\/(servers\/test-servers|test\/(suites|suite-table|suite-process|jest-suite|node-specs\/[a-z-]+)))\.mjs)$/;

/** Paths that each suite depends on. For `unit` and `int`, Jest also follows the imports. */
const reachedBy = {
  build: [production],
  checks: [/./],
  deploy: [
    /^(deploy\/|Dockerfile|docker-compose|\.dockerignore)/,
    /^(gateway|services|packages)\/.*(config|rpc|events)/,
  ],
  unit: [/\.(ts|tsx|mjs)$/, /\/texts\/[^/]+\/[^/]+\.json$/],
  int: [/\.(ts|mjs)$/, /^services\/[^/]+\/texts\//],
  audit: [/^(services\/tokens|packages\/event-store)\//],
  http: [/^(gateway|services|packages|tools)\/(?!.*\.spec\.)/, /^e2e\/src\/(http|people)\//],
  contract: [/^(gateway|services|packages)\/(?!.*\.spec\.)/, /^e2e\/src\/(contract|people)\//],
  browser: [production, /^e2e\/src\/(browser|people)\//],
  screens: [production, /^e2e\/src\/(browser|screens|people)\//],
};

/**
 * Paths that only a suite of `npm run test:all` tests. `npm test` runs the suite if one of its paths changes, so the
 * paths are narrow. The NATS users are left out: the deploy checks compare them, and every started system uses them.
 */
const ownPaths = {
  containers: [
    /^(deploy\/(compose|edge|images)\/|deploy\/nats\/(?!nats_users\.conf$)|Dockerfile|docker-compose|\.dockerignore|e2e\/src\/containers\/)/,
    /^(deploy\/checks\/(containers|engine)\/|tools\/mail)/,
  ],
  replicas: [/^e2e\/src\/replicas\//, /^tools\/lib\/start\/edge\.mjs$/],
  fuzz: [/^e2e\/src\/fuzz\//],
  firefox: [
    /^e2e\/src\/browser\/(browser\.ts|crops|saved-pictures)/,
    /^frontend\/src\/(shared\/photos\/canvas|features\/(upload\/crop-picture|dashboard\/profile-pictures))\.ts$/,
  ],
  lighthouse: [/^e2e\/src\/lighthouse\//, /^tools\/(lib\/)?lighthouse/, /^frontend\/index\.html$/],
  pictures: [
    /^(services\/photos\/src\/imaging|e2e\/src\/pictures)\//,
    /^tools\/(pictures|lib\/programs\/encoders)\.mjs$/,
    /^docs\/pictures\.md$/,
  ],
  mutation: [/^lab\/(mutate\.mjs$|mutation\/)/],
};

const reaches = (paths, files) => files.some((file) => paths.some((path) => path.test(file)));

export const suitesReachedBy = (files) => [
  ...Object.keys(reachedBy).filter((name) => reaches([everything, ...reachedBy[name]], files)),
  ...Object.keys(ownPaths).filter((name) => reaches(ownPaths[name], files)),
];
