/** One configuration for every backend workspace; `unit`, `int` and `e2e` are told apart by the file's suffix. */
const packages = ['contracts', 'event-store', 'platform', 'testing'];

export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  testMatch: ['<rootDir>/**/*.{unit,int,e2e}.spec.ts', '<rootDir>/**/*.{unit,int,e2e}.spec.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.data/', '<rootDir>/.cache/'],
  moduleNameMapper: {
    ...Object.fromEntries(packages.map((name) => [`^@candid/${name}$`, `<rootDir>/packages/${name}/src/index.ts`])),
    '^@candid/platform/([a-z-]+)$': '<rootDir>/packages/platform/src/$1/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: false, decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
          target: 'es2023',
          keepClassNames: true,
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  testTimeout: 30_000,
};
