import { gzipSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';

interface Budgets {
  scriptBytes: number;
  styleBytes: number;
}

/** Fails the build if the compressed scripts or style sheets of the first screen exceed their budget. */
export function firstLoadBudget({ scriptBytes, styleBytes }: Budgets): Plugin {
  return {
    name: 'first-load-budget',
    generateBundle(_, bundle) {
      const scripts = new Set<string>();
      const styles = new Set<string>();
      const need = (fileName: string): void => {
        const chunk = bundle[fileName];
        if (chunk?.type !== 'chunk' || scripts.has(fileName)) return;
        scripts.add(fileName);
        for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
        chunk.imports.forEach(need);
      };
      for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk' && chunk.isEntry) need(chunk.fileName);
      holdTo(this, { what: 'The first screen', kind: 'script', budgetBytes: scriptBytes }, scripts, bundle);
      holdTo(this, { what: 'The first screen', kind: 'style', budgetBytes: styleBytes }, styles, bundle);
    },
  };
}

interface Budget {
  what: string;
  kind: 'script' | 'style';
  budgetBytes: number;
}

/** Fails the build if the compressed files exceed the budget. */
export function holdTo(
  context: Rollup.PluginContext,
  { what, kind, budgetBytes }: Budget,
  fileNames: Iterable<string>,
  bundle: Rollup.OutputBundle,
): void {
  let bytes = 0;
  for (const fileName of fileNames) {
    const file = bundle[fileName];
    if (file) bytes += gzipSync(file.type === 'chunk' ? file.code : file.source).length;
  }
  const outcome = `${what} needs ${(bytes / 1000).toFixed(1)} kB of ${budgetBytes / 1000} kB of compressed ${kind}.`;
  if (bytes > budgetBytes) context.error(outcome);
  context.info(outcome);
}
