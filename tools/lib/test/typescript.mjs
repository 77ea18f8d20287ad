/**
 * Preloaded (`node --import`) to run the TypeScript of e2e/ without compiling it: Node strips the types itself, and an
 * import of `x.js` beside which only `x.ts` lies is led there.
 */
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
