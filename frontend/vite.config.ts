import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractWithoutSchemas } from './build/contract-without-schemas.ts';
import { firstLoadBudget } from './build/first-load-budget.ts';
import { install } from './build/install.ts';
import { pagePreloads } from './build/page-preloads.ts';
import { precompress } from './build/precompress.ts';

/** The contracts are schemas without side effects: what a chunk does not use is left out of it. */
const isContracts = (id: string) => id.includes('/packages/contracts/');

/**
 * What every signed-in screen needs comes in a few chunks instead of dozens. `start` goes first and takes all that the first
 * screen imports, so that none of the others is loaded with it.
 */
const groups = [
  { name: 'start', priority: 3, test: /src\/main\.tsx$/ },
  {
    name: 'data',
    priority: 1,
    test: /node_modules\/@tanstack\/|packages\/contracts\/(?!(src|dist)\/passwords)|src\/lib\/(api\/(call|refresh|contract-additions)|query|user|live|catalogue)/,
  },
  // What the panels and tiles of a page share with the overlays does not bring them with it.
  {
    name: 'widgets',
    priority: 1,
    test: /node_modules\/@radix-ui\/(primitive|react-(collapsible|compose-refs|context|id|presence|primitive|slot|use-))|src\/ui\/(sheet\/use-lingering|panel\/|scroll-area\/scroll-area)/,
  },
  {
    name: 'movement',
    priority: 1,
    test: /src\/ui\/motion\/(?!motion-features)|node_modules\/(motion\/dist\/es\/react-m|framer-motion\/dist\/es\/(m|context\/.*|render\/components\/m\/.*|components\/AnimatePresence\/.*))\./,
  },
  {
    name: 'overlays',
    test: /node_modules\/(@radix-ui\/react-(dialog|alert-dialog|tabs|roving-focus|focus-scope|focus-guards|dismissable-layer|portal)|react-remove-scroll|aria-hidden|use-sidecar|use-callback-ref)|src\/ui\/(sheet\/(sheet|use-return)|confirm-dialog|tabs)/,
  },
  {
    name: 'frame',
    test: /src\/app\/shell\/(member|nav|signed|live)|src\/features\/tokens\/components\/token-counter\.|src\/ui\/(toast|photo|progress-ring|range-band|skeleton|comment)\/|src\/lib\/(comments|texts\/(comments|dashboard|account))/,
  },
  // What a form shows must not bring the signed-in frame or the overlays with it.
  {
    name: 'basics',
    priority: 2,
    test: /lucide-react\/|src\/ui\/(icon-button\/|text-field\/|notice\/|toast\/toast-store)|src\/lib\/(api\/errors\.|connection\/|idle\/)/,
  },
];

export default defineConfig({
  plugins: [react(), contractWithoutSchemas(), firstLoadBudget(120_000), pagePreloads(), precompress(), install()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 2048,
    rolldownOptions: {
      treeshake: { moduleSideEffects: (id) => !isContracts(id) },
      output: { codeSplitting: { groups } },
    },
  },
  server: { proxy: { '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:3000' } },
});
