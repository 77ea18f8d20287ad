import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { groups, retriedStyles } from './build/chunks.ts';
import { earlyScript, firstLoadBudget, pagePreloads } from './build/first-load.ts';
import { install } from './build/install.ts';
import { contractWithoutSchemas, precompress } from './build/smaller-files.ts';
import { texts } from './build/texts.ts';

/** True for the contracts. Their schemas have no side effects, so a chunk can leave out unused schemas. */
const isContracts = (id: string) => id.includes('/packages/contracts/');

/** `react-router` exports only its development build, with warnings; its production build is 3 kB smaller. */
const quietRouter = {
  find: /^react-router$/,
  replacement: fileURLToPath(import.meta.resolve('react-router')).replace('/development/', '/production/'),
};

/** The language of this build: a folder of `texts`. */
const language = process.env.APP_LANGUAGE ?? 'en';

export default defineConfig(({ command }) => ({
  resolve: { alias: command === 'build' ? [quietRouter] : [] },
  plugins: [
    texts(language),
    react(),
    tailwindcss(),
    contractWithoutSchemas(),
    retriedStyles(),
    earlyScript(),
    firstLoadBudget({ scriptBytes: 101_500, styleBytes: 20_000 }),
    pagePreloads({ profile: 173_000 }),
    precompress(),
    install(language),
  ],
  build: {
    outDir: `dist/${language}`,
    target: 'es2023',
    // For older browsers, the build would replace light-dark() with one scheme for the whole page.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    assetsInlineLimit: 2048,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { moduleSideEffects: (id) => !isContracts(id) },
      output: { codeSplitting: { groups } },
    },
  },
  server: { proxy: { '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:3000' } },
}));
