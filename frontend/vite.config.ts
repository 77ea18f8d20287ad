import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The contracts are schemas without side effects: what a chunk does not use is left out of it. */
const isContracts = (id: string) => id.includes('/packages/contracts/');

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 2048,
    rolldownOptions: { treeshake: { moduleSideEffects: (id) => !isContracts(id) } },
  },
  server: { proxy: { '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:3000' } },
});
