import { gzipSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';

/** Fails the build if the compressed scripts of the first screen exceed the budget. */
export function firstLoadBudget(budgetBytes: number): Plugin {
  return {
    name: 'first-load-budget',
    generateBundle(_, bundle) {
      const needed = new Set<string>();
      const need = (fileName: string): void => {
        const chunk = bundle[fileName];
        if (chunk?.type !== 'chunk' || needed.has(fileName)) return;
        needed.add(fileName);
        chunk.imports.forEach(need);
      };
      for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk' && chunk.isEntry) need(chunk.fileName);
      holdTo(this, 'The first screen', budgetBytes, needed, bundle);
    },
  };
}

/** Fails the build if the compressed `scripts` exceed the budget. */
export function holdTo(
  context: Rollup.PluginContext,
  what: string,
  budgetBytes: number,
  scripts: Iterable<string>,
  bundle: Rollup.OutputBundle,
): void {
  let bytes = 0;
  for (const fileName of scripts) {
    const chunk = bundle[fileName];
    if (chunk?.type === 'chunk') bytes += gzipSync(chunk.code).length;
  }
  const outcome = `${what} needs ${(bytes / 1000).toFixed(1)} kB of ${budgetBytes / 1000} kB of compressed script.`;
  if (bytes > budgetBytes) context.error(outcome);
  context.info(outcome);
}
