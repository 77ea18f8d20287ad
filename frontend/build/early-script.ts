import type { Plugin, Rollup } from 'vite';

const source = '/src/early.ts';

/**
 * Emits a script that runs before the app's: it requests the page's first answers while the app still loads. An import in the
 * app would have to wait for the app.
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

/** Returns the chunk that contains the script. The entry only imports that chunk. */
function earlyChunk(bundle: Rollup.OutputBundle = {}): Rollup.OutputChunk | undefined {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  return chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)));
}
