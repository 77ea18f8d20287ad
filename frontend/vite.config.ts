import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractWithoutSchemas } from './build/contract-without-schemas.ts';
import { earlyScript } from './build/early-script.ts';
import { firstLoadBudget } from './build/first-load-budget.ts';
import { install } from './build/install.ts';
import { pagePreloads } from './build/page-preloads.ts';
import { precompress } from './build/precompress.ts';

/** The contracts are schemas without side effects: what a chunk does not use is left out of it. */
const isContracts = (id: string) => id.includes('/packages/contracts/');

/**
 * What a screen needs comes in a few chunks instead of dozens: over HTTP/1.1 each costs a turn on one of six connections. `early`
 * runs before the app has come; `start` takes all that the first screen imports, so that none of the others is loaded with it.
 */
const groups = [
  {
    name: 'early',
    priority: 5,
    test: /src\/early\.ts$|src\/lib\/(api\/(early-|needed-first)|session\/session-store)\./,
  },
  // Half of what the first screen needs, over a connection of its own; seldom another one in a newer release.
  { name: 'react', priority: 6, test: /node_modules\/(react|react-dom|scheduler)\// },
  // Small parts that most pages need do not cost a file of their own, nor do the styles of the signed-in frame.
  {
    name: 'start',
    priority: 4,
    test: /src\/main\.tsx$|src\/ui\/(icon-button|text-field|notice)\/|src\/ui\/toast\/toast-store|src\/lib\/(api\/errors\.|connection\/|idle\/)|src\/(app\/shell|ui\/(panel|scroll-area|photo|progress-ring|range-band|skeleton|comment|comment-display|page-header|disclosure|toast))\/[\w.-]+\.css$|src\/features\/(tokens|assess)\/components\/(token-counter|standing|feed-art)\.module\.css$/,
  },
  // What the forms of visitors share does not bring the signed-in frame or the overlays with it.
  {
    name: 'forms',
    priority: 3,
    test: /node_modules\/react-hook-form\/|src\/features\/auth\/(api\/load-auth-calls|components\/auth-frame|form-rules)|packages\/contracts\/(src|dist)\/passwords|src\/ui\/checkbox\//,
  },
  // What every signed-in page needs, and what the panels and tiles of the dashboard share with the overlays: in a file of its own
  // that would hold up the largest one. The calls of support come with its console, which nobody else loads.
  {
    name: 'frame',
    priority: 2,
    test: /node_modules\/(@tanstack|lucide-react)\/|packages\/contracts\/(?!(src|dist)\/http\/((identity-)?support|linked-accounts|mails|second-factor))|src\/app\/shell\/(member|nav|signed|live)|src\/features\/(tokens\/components\/token-counter|assess\/(components\/(standing|feed-art)|api\/(standing|submission-outbox)|refusal-words|hooks\/use-waiting))|src\/ui\/(toast|photo|progress-ring|range-band|skeleton|comment|comment-display|page-header|disclosure)\/|src\/features\/dashboard\/(api\/photos|hooks\/use-placements)\.|src\/lib\/(api\/(call|refresh|contract-additions)|query|user|live|catalogue|comments|outbox|scores\/(fair-score|comparison)|texts\/(comments|dashboard|profile-assessment|account|assess|compare|standing|statement))|src\/ui\/(sheet\/use-lingering|panel\/|scroll-area\/scroll-area|motion\/(?!motion-features))|node_modules\/(motion\/dist\/es\/react-m|framer-motion\/dist\/es\/(m|context\/.*|render\/components\/m\/.*|components\/AnimatePresence\/.*))\./,
  },
  {
    name: 'overlays',
    priority: 0,
    test: /node_modules\/(@radix-ui\/(primitive|react-(dialog|alert-dialog|tabs|roving-focus|focus-scope|focus-guards|dismissable-layer|portal|compose-refs|context|id|presence|primitive|slot|use-))|react-remove-scroll|aria-hidden|use-sidecar|use-callback-ref)|src\/ui\/(sheet\/(sheet|use-return)|confirm-dialog|tabs|segmented|switch)/,
  },
];

export default defineConfig({
  plugins: [
    react(),
    contractWithoutSchemas(),
    earlyScript(),
    firstLoadBudget(102_000),
    pagePreloads({ profile: 168_000 }),
    precompress(),
    install(),
  ],
  build: {
    target: 'es2023',
    assetsInlineLimit: 2048,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { moduleSideEffects: (id) => !isContracts(id) },
      output: { codeSplitting: { groups } },
    },
  },
  server: { proxy: { '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:3000' } },
});
