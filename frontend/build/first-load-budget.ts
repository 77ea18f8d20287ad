import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Fails the build when the script that the first screen needs, compressed, is over the budget. */
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
      let bytes = 0;
      for (const fileName of needed) {
        const chunk = bundle[fileName];
        if (chunk?.type === 'chunk') bytes += gzipSync(chunk.code).length;
      }
      const size = `${(bytes / 1000).toFixed(1)} kB of ${budgetBytes / 1000} kB`;
      if (bytes > budgetBytes) this.error(`The first screen needs ${size} of compressed script.`);
      this.info(`The first screen needs ${size} of compressed script.`);
    },
  };
}
