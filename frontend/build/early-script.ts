import type { Plugin } from 'vite';

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
        const built = Object.values(bundle ?? {}).find(
          (file) => file.type === 'chunk' && file.name === 'early' && file.isEntry,
        );
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
