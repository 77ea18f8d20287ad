/** Rules resolve a package to its compiled entry (`packages/<name>/dist`), so build first. */
const packageOf = (...names) => `^packages/(${names.join('|')})/`;

const tests = '\\.spec\\.tsx?$';

const frameworks = '^node_modules/(@nestjs|@mikro-orm|rxjs|reflect-metadata)/';

const workspaces = [
  {
    name: 'contracts-import-zod-only',
    comment: 'Browser, gateway and services all load the contracts.',
    from: { path: '^packages/contracts/src/', pathNot: tests },
    to: { pathNot: ['^packages/contracts/src/', '^node_modules/zod/'] },
  },
  {
    name: 'event-store-knows-no-framework',
    from: { path: '^packages/event-store/src/' },
    to: { path: [frameworks, packageOf('contracts', 'platform', 'testing')], pathNot: '^packages/event-store/' },
  },
  {
    name: 'scores-know-no-framework-and-no-other-package',
    comment: 'Statistics are pure: no SQL, no clock, no randomness.',
    from: { path: '^packages/scores/src/', pathNot: tests },
    to: { pathNot: '^packages/scores/src/' },
  },
  {
    name: 'packages-import-packages-only',
    from: { path: '^packages/' },
    to: { path: '^(gateway|services|frontend|e2e)/' },
  },
  {
    name: 'a-service-imports-itself-and-packages-only',
    from: { path: '^services/([^/]+)/' },
    to: { path: '^(gateway|services|frontend|e2e|tools|deploy)/', pathNot: '^services/$1/' },
  },
  {
    name: 'gateway-has-no-database-and-no-service',
    from: { path: '^gateway/' },
    to: { path: ['^services/', '^frontend/', '^node_modules/(@mikro-orm|pg)/', packageOf('event-store')] },
  },
  {
    name: 'frontend-imports-contracts-only',
    from: { path: '^frontend/' },
    to: { path: '^(packages|gateway|services|e2e|tools|deploy)/', pathNot: packageOf('contracts') },
  },
  {
    name: 'whole-system-tests-and-benchmarks-use-the-front-door',
    from: { path: '^(e2e|lab|tools|deploy)/', pathNot: ['^tools/one-process\\.mjs$', '^lab/study/'] },
    to: { path: '^(gateway|services|frontend)/' },
  },
  {
    name: 'studies-import-scores-and-decisions-of-assessments',
    from: { path: '^lab/study/', pathNot: tests },
    to: {
      path: '^(packages|gateway|services|frontend|e2e|tools)/',
      pathNot: ['^services/assessments/', packageOf('scores', 'testing')],
    },
  },
  {
    name: 'nothing-imports-the-lab',
    comment: 'Two suites of the whole system use the load of the soak.',
    from: { pathNot: '^(lab|e2e/src/(containers|replicas))/' },
    to: { path: '^lab/' },
  },
  {
    name: 'testing-is-for-tests',
    from: { path: '^(packages|gateway|services|frontend)/', pathNot: [tests, '^packages/testing/'] },
    to: { path: packageOf('testing') },
  },
];

/** Files with decision logic: commands, events, states and derived views. `npm run mutate` reads this list, too. */
export const decisions = [
  '^services/[^/]+/src/[^/]+/(commands|decide|decide-[^/]+|errors|events|evolve|state|view)\\.ts$',
  '^services/identity/src/account/(account|suspension)\\.ts$',
  '^services/photos/src/photo/(moderate|moderation|owner|photo)\\.ts$',
  '^services/tokens/src/(ledger/(transfer|posted-transfers)|corrections/correction|purchases/checkout)\\.ts$',
  '^services/assessments/src/(photo-assessment/photo-|profile-assessment/profile-)assessment\\.ts$',
  '^services/assessments/src/(owner/owner|blocks/blocks|linked-accounts/linked-accounts)\\.ts$',
  '^services/assessments/src/assessor-quality/(assessor|behaviour|gold)\\.ts$',
  '^services/assessments/src/catalogue/(general-|photo-)?catalogue\\.ts$',
  '^services/assessments/src/moderation/(case|case-state|hold-policy|reporter)\\.ts$',
  '^services/assessments/src/participants/signals\\.ts$',
  '^services/assessments/src/results/(confidence|rank-comments)\\.ts$',
  '^packages/scores/src/(?!index\\.ts$)[^/]+\\.ts$',
];

/** A service's folders are capabilities; a file's name determines its layer. */
const capabilities = [
  {
    name: 'decisions-import-decisions-contracts-and-event-store-only',
    comment: 'Decisions are pure: no framework, no ORM, no clock, no randomness.',
    from: { path: decisions, pathNot: tests },
    to: { pathNot: [...decisions, packageOf('contracts', 'event-store')] },
  },
  {
    name: 'rows-and-read-models-do-not-know-who-calls-them',
    from: { path: '^services/.*\\.(rows|query|projection|entity)\\.ts$', pathNot: tests },
    to: { path: ['/(module|subscribers)\\.ts$', '\\.(controller|processor|job)\\.ts$'] },
  },
  {
    name: 'only-modules-import-callers',
    from: { path: '^services/([^/]+)/src/', pathNot: [tests, '\\bmodule\\.ts$'] },
    to: { path: ['^services/$1/src/.*/(module|subscribers)\\.ts$', '\\.(controller|processor)\\.ts$'] },
  },
];

/** `levels` are listed from the bottom up: a folder imports only lower levels. Files directly in `src` are the top level. */
const roomsImportDownwards = (part, levels) =>
  levels.flatMap((level, index) =>
    level.map((room) => {
      const above = levels
        .slice(index)
        .flat()
        .filter((other) => other !== room);
      return {
        name: `${part.split('/').at(-1)}-${room}-imports-downwards`,
        from: { path: `^${part}/src/${room}/`, pathNot: tests },
        to: { path: [`^${part}/src/[^/]+$`, ...(above.length > 0 ? [`^${part}/src/(${above.join('|')})/`] : [])] },
      };
    }),
  );

const rooms = [
  ...roomsImportDownwards('packages/event-store', [
    ['kernel'],
    ['work'],
    ['append'],
    ['follow'],
    ['publish', 'receive'],
  ]),
  ...roomsImportDownwards('services/assessments', [
    ['kernel', 'catalogue', 'participants'],
    ['owner', 'linked-accounts', 'scoring'],
    ['photo-assessment', 'blocks'],
    ['comment-associations', 'results'],
    ['profile-assessment'],
    ['assessor-quality', 'ending'],
    ['feed', 'holding'],
    ['slots', 'starting'],
    ['moderation'],
    ['processes'],
    ['migrations'],
  ]),
  ...roomsImportDownwards('services/identity', [
    ['kernel', 'migrations'],
    ['account', 'mail', 'analytics'],
    ['support'],
    ['second-factor', 'preferences', 'notices'],
    ['sessions'],
    ['sign-up', 'recovery', 'assessor-approval', 'push'],
    ['feedback'],
    ['staff', 'personal-data'],
    ['processes'],
  ]),
  ...roomsImportDownwards('services/tokens', [
    ['kernel'],
    ['ledger'],
    ['chain', 'snapshots', 'migrations', 'corrections', 'holds'],
    ['bookings'],
    ['purchases', 'statements', 'reconciliation'],
    ['processes'],
  ]),
  ...roomsImportDownwards('services/photos', [
    ['kernel', 'migrations'],
    ['imaging', 'photo'],
    ['pictures'],
    ['screening', 'listing'],
    ['planner', 'deletion'],
    ['moderation', 'upload'],
    ['processes'],
  ]),
  ...roomsImportDownwards('gateway', [
    ['kernel'],
    ['auth', 'support'],
    ['live', 'rate-limit', 'operator'],
    ['cache'],
    ['guard', 'http'],
    ['photos'],
    ['calls'],
    ['account'],
  ]),
];

/** The front end's folders, lowest layer first. */
const layers = ['lib', 'ui', 'shared', 'features', 'app'];

const frontend = [
  {
    name: 'features-never-import-each-other',
    from: { path: '^frontend/src/features/([^/]+)/' },
    to: { path: '^frontend/src/features/', pathNot: '^frontend/src/features/$1/' },
  },
  ...layers.slice(0, -1).map((layer, index) => ({
    name: `${layer}-imports-downwards`,
    from: { path: `^frontend/src/${layer}/` },
    to: { path: `^frontend/src/(${layers.slice(index + 1).join('|')})/` },
  })),
  {
    name: 'ui-has-no-data-access',
    from: { path: '^frontend/src/ui/', pathNot: tests },
    to: {
      path: ['^frontend/src/lib/(api|query|live|session)/', '^node_modules/@tanstack/', '^packages/'],
    },
  },
];

const everywhere = [
  { name: 'no-cycles', from: {}, to: { circular: true } },
  { name: 'imports-resolve', from: { pathNot: '^(tools|deploy)/' }, to: { couldNotResolve: true } },
  {
    name: 'imports-of-sources-resolve',
    comment: 'The other imports of the tools are there once the system is compiled.',
    from: { path: '^(tools|deploy)/' },
    to: { couldNotResolve: true, path: '/src/' },
  },
  {
    name: 'imports-are-declared',
    comment: 'What is only there because another workspace asked for it may be gone tomorrow.',
    from: { path: '^(packages|gateway|services|frontend|lab|e2e)/' },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'no-barrels',
    comment: "Only a package's entries re-export.",
    from: {},
    to: {
      path: '^(packages|gateway|services|frontend)/.*/index\\.tsx?$',
      pathNot: ['^packages/[^/]+/src/index\\.ts$', '^packages/[^/]+/src/[^/]+/index\\.ts$'],
    },
  },
];

const forbidden = [...workspaces, ...capabilities, ...rooms, ...frontend, ...everywhere].map((rule) => ({
  severity: 'error',
  ...rule,
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden,
  options: {
    // TypeScript 7 has no parser that other tools can call.
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    exclude: { path: '(^|/)(\\.data|\\.cache|coverage)/|^(gateway|services/\\w+|tools)/bundle/' },
    doNotFollow: { path: ['node_modules', '(^|/)dist/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
