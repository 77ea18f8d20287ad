import { gzipSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';

/** Fails the build if the compressed scripts or style sheets of the first screen exceed their budget. */
export function firstLoadBudget({ scriptBytes, styleBytes }: { scriptBytes: number; styleBytes: number }): Plugin {
  return {
    name: 'first-load-budget',
    generateBundle(_, bundle) {
      const entries = chunksOf(bundle).filter(({ isEntry }) => isEntry);
      const { scripts, styles } = filesOf(entries, bundle);
      holdTo(this, { what: 'The first screen', kind: 'script', budgetBytes: scriptBytes }, scripts, bundle);
      holdTo(this, { what: 'The first screen', kind: 'style', budgetBytes: styleBytes }, styles, bundle);
    },
  };
}

const chunksOf = (bundle: Rollup.OutputBundle) => Object.values(bundle).filter((output) => output.type === 'chunk');

function holdTo(
  context: Rollup.PluginContext,
  { what, kind, budgetBytes }: { what: string; kind: 'script' | 'style'; budgetBytes: number },
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

const member = ['shell/member-area'];

/** Modules of each page (paths below `src/app`), by the first segment of the page's URL. */
const pages: Record<string, readonly string[]> = {
  signup: ['routes/auth/sign-up.page'],
  login: ['routes/auth/log-in.page'],
  'reset-password': ['routes/auth/reset-password.page'],
  'privacy-policy': ['shell/open-area', 'routes/legal/legal.page'],
  'terms-of-service': ['shell/open-area', 'routes/legal/legal.page'],
  guidelines: ['shell/open-area', 'routes/legal/legal.page'],
  appeal: ['shell/open-area', 'routes/safety/appeal.page'],
  profile: [...member, 'routes/dashboard/profile.page'],
  approve: [...member, 'routes/assess/approve.page'],
  feed: [...member, 'routes/assess/feed.page'],
  test: [...member, 'routes/results/results.page'],
  compare: [...member, 'routes/compare/compare.page'],
  pay: [...member, 'routes/tokens/pay.page'],
  account: [...member, 'routes/account/account.page'],
  feedback: ['shell/open-area', 'routes/account/feedback.page'],
  carousel: [...member, 'routes/assess/carousel.page'],
  testing: [...member, 'routes/assess/testing.page'],
  support: [...member, 'routes/support/console.page'],
};

/** Chunks that the browser loads first: `early` requests the first data; `react` and `start` are the largest. */
const foremost = ['early', 'react', 'start'];

/**
 * Writes `preloads.json`: each page's files for the server's `Link` header. Connections are few, so the order matters:
 * files on which others wait, then styles (they block the first paint), then the rest, largest first.
 */
export function pagePreloads(budgets: Readonly<Record<string, number>>): Plugin {
  return {
    name: 'page-preloads',
    generateBundle(_, bundle) {
      const chunks = chunksOf(bundle);
      const first = foremost.map((name) => chunkNamed(chunks, name) ?? this.error(`There is no chunk ${name}.`));
      const ahead = new Set(first.map(({ fileName }) => fileName));
      const sizeOf = (fileName: string) => (bundle[fileName] as Rollup.OutputChunk).code.length;
      const links = Object.entries(pages).map(([page, modules]) => {
        const parts = modules.map(
          (name) => chunkWith(chunks, `/src/app/${name}.tsx`) ?? this.error(`There is no page module ${name}.`),
        );
        const { scripts, styles } = filesOf([...first, ...parts], bundle);
        const budget = budgets[page];
        if (budget) holdTo(this, { what: `/${page}`, kind: 'script', budgetBytes: budget }, scripts, bundle);
        const rest = [...scripts].filter((file) => !ahead.has(file)).sort((one, other) => sizeOf(other) - sizeOf(one));
        return [page, [...ahead, ...styles, ...rest].map((file) => `/${file}`)];
      });
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(Object.fromEntries(links)) });
    },
  };
}

/** Finds a chunk by its name. An entry of the same name contains no modules and is skipped. */
const chunkNamed = (chunks: readonly Rollup.OutputChunk[], name: string) =>
  chunks.find((chunk) => chunk.name === name && chunk.moduleIds.length > 0);

const chunkWith = (chunks: readonly Rollup.OutputChunk[], module: string) =>
  chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));

function filesOf(chunks: readonly Rollup.OutputChunk[], bundle: Rollup.OutputBundle) {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (fileName: string): void => {
    const chunk = bundle[fileName];
    if (chunk?.type !== 'chunk' || scripts.has(fileName)) return;
    scripts.add(fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    chunk.imports.forEach(add);
  };
  for (const { fileName } of chunks) add(fileName);
  return { scripts, styles };
}

const source = '/src/early.ts';

/** Adds a separate script that requests the page's first data before the app's own scripts run. */
export function earlyScript(): Plugin {
  return {
    name: 'early-script',
    buildStart() {
      if (!this.meta.watchMode) this.emitFile({ type: 'chunk', id: source, name: 'early' });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) => {
        // Links the chunk that contains the script. The script's entry would only import that chunk.
        const built = chunkWith(chunksOf(bundle ?? {}), source);
        const src = built ? `/${built.fileName}` : source;
        return [{ tag: 'script', attrs: { type: 'module', crossorigin: true, src }, injectTo: 'head-prepend' }];
      },
    },
  };
}
