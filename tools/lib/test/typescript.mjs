/** Preloaded to run the TypeScript of e2e/: Node strips types, and a missing `x.js` resolves to `x.ts`. */
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!specifier.startsWith('.') || !specifier.endsWith('.js')) return nextResolve(specifier, context);
    const url = new URL(specifier, context.parentURL);
    if (existsSync(fileURLToPath(url))) return nextResolve(specifier, context);
    return nextResolve(specifier.replace(/\.js$/, '.ts'), context);
  },
});
