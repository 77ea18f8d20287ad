/** A spec of a React component is a `.unit.spec.tsx` that begins with the docblock `@jest-environment jsdom`. */
const packages = ['contracts', 'event-store', 'platform', 'scores', 'testing'];

const compile = (tsx) => [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', tsx, decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
      target: 'es2023',
      experimental: { keepImportAttributes: true },
      keepClassNames: true,
    },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  },
];

export default {
  testEnvironment: 'node',
  testRunner: '<rootDir>/tools/lib/test/node-specs/runner.mjs',
  testSequencer: '<rootDir>/tools/lib/test/jest-sequencer.mjs',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  testMatch: ['<rootDir>/**/*.{unit,int,audit,e2e}.spec.ts', '<rootDir>/**/*.{unit,int,e2e}.spec.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/bundle/'],
  modulePathIgnorePatterns: ['/dist/', '/bundle/', '<rootDir>/.data/', '<rootDir>/.cache/'],
  moduleNameMapper: {
    ...Object.fromEntries(packages.map((name) => [`^@candid/${name}$`, `<rootDir>/packages/${name}/src/index.ts`])),
    '^@candid/lab/([a-z-]+)$': '<rootDir>/lab/soak/$1.ts',
    '^@candid/(contracts|platform)/([a-z-]+)$': '<rootDir>/packages/$1/src/$2/index.ts',
    '^@candid/assessments/(.*)$': '<rootDir>/services/assessments/src/$1.ts',
    '^@candid/testing/random$': '<rootDir>/packages/testing/src/random.ts',
    // Loads a single file, because otherwise every component's spec would load a module for each of 2,100 icons.
    '^lucide-react$': '<rootDir>/node_modules/lucide-react/dist/cjs/lucide-react.js',
    '\\.css$': '<rootDir>/tools/lib/test/jest-css-module.mjs',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: { '^.+\\.ts$': compile(false), '^.+\\.tsx$': compile(true) },
  setupFiles: ['<rootDir>/tools/lib/test/jest-jsdom-gaps.mjs'],
  // Ends tests that hang. Each wait in a test has its own, shorter limit.
  testTimeout: 1_200_000,
  // On a busy machine a worker needs seconds to exit; after the default of half a second, Jest would report a leak.
  workerGracefulExitTimeout: 10_000,
};
