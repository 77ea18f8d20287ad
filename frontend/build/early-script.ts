import type { Plugin, Rollup } from 'vite';

const source = '/src/early.ts';

/**
 * A script of its own before the app's: it asks for the page's first answers while the app is still on its way. As an import of
 * the app it would have to wait for it.
 */
export function earlyScript(): Plugin {
  return {
    name: 'early-script',
    buildStart() {
      if (!this.meta.watchMode) this.emitFile({ type: 'chunk', id: source, name: 'early' });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) => {
        const built = earlyChunk(bundle);
        return [
          {
            tag: 'script',
            attrs: { type: 'module', crossorigin: true, src: built ? `/${built.fileName}` : source },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}

/** The chunk that holds it, not the entry, which only imports that. */
function earlyChunk(bundle: Rollup.OutputBundle = {}): Rollup.OutputChunk | undefined {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  return chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)));
}
