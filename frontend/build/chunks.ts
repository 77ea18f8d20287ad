import type { Plugin, Rolldown } from 'vite';

type ModuleInfo = (id: string) => Rolldown.ModuleInfo | null;

const visitorsPage = /\/src\/(app\/routes|features)\/auth\//;
const texts = /\/src\/lib\/texts\//;
const membersFrame = /\/src\/app\/shell\/member-area\.tsx$/;
const firstPage = /\/src\/app\/routes\/dashboard\/profile\.page\.tsx$/;
const assessorsPage = /\/src\/app\/routes\/assess\/feed\.page\.tsx$/;

/**
 * Returns the name of the module's chunk, or null if the bundler decides. A screen loads few chunks instead of dozens,
 * because over HTTP/1.1 the browser has only six connections. The name depends on which entries and lazily imported
 * files need the module.
 */
function chunkOf(id: string, info: ModuleInfo): string | null {
  if (/\/node_modules\/react-hook-form\//.test(id)) return 'forms';
  if (!id.includes('/frontend/src/')) return null;
  const loaders = [...loadersOf(id, info)];
  const isFor = (part: RegExp) => loaders.some((loader) => part.test(loader));
  const visitors = loaders.filter((loader) => visitorsPage.test(loader)).length;

  if (isFor(/\/src\/early\.ts$/)) return 'early';
  const isOfAll = visitors > 0 && visitors < loaders.length && (isFor(membersFrame) || !texts.test(id));
  if (isFor(/\/index\.html$/) || isOfAll) return 'start';
  if (visitors > 0 && loaders.length > 1) return 'forms';
  if (isFor(membersFrame)) return 'frame';
  if (loaders.length < 2) return null;
  if (isFor(firstPage) || isPrimitiveOfPages(id, loaders, info)) return 'frame';
  if (isFor(assessorsPage)) return 'assess';
  return importsRadix(id, info) ? 'overlays' : null;
}

/** Returns the entries and lazily imported files that import the module, directly or through other modules. */
function loadersOf(id: string, info: ModuleInfo, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return new Set();
  seen.add(id);
  const { isEntry, dynamicImporters, importers } = info(id) ?? { isEntry: false, dynamicImporters: [], importers: [] };
  const loaders = new Set(importers.flatMap((importer) => [...loadersOf(importer, info, seen)]));
  return isEntry || dynamicImporters.length > 0 ? loaders.add(id) : loaders;
}

const importsRadix = (id: string, info: ModuleInfo) =>
  (info(id)?.importedIds ?? []).some((imported) => imported.includes('/radix-ui/'));

/** True for a small UI component of several pages: the request for a separate file would cost more than its bytes. */
const isPrimitiveOfPages = (id: string, loaders: readonly string[], info: ModuleInfo) =>
  /\/src\/ui\/.*\.tsx$/.test(id) &&
  loaders.filter((loader) => loader.endsWith('.page.tsx')).length > 2 &&
  !isHeavy(id, info);

const lightPackage = /\/node_modules\/(react|react-dom|react-router-dom|lucide-react)\//;

/** True if the module belongs to a package that not every page needs, or imports such a package. */
function isHeavy(id: string, info: ModuleInfo): boolean {
  if (id.includes('/node_modules/')) return !lightPackage.test(id);
  return (info(id)?.importedIds ?? []).some((imported) => isHeavy(imported, info));
}

const ownChunks = ['early', 'start', 'forms', 'frame', 'assess', 'overlays'];

/** Each module goes into the first of these chunks that accepts it. */
export const groups: Rolldown.CodeSplittingGroup[] = [
  // React is half of the first screen's bytes, so its own chunk loads in parallel. It rarely changes between releases.
  { name: 'react', priority: 10, test: /\/node_modules\/(react|react-dom|scheduler)\// },
  ...ownChunks.map((name, index) => ({
    name: (id: string, context: Rolldown.ChunkingContext) =>
      chunkOf(id, (of) => context.getModuleInfo(of)) === name ? name : null,
    priority: ownChunks.length - index,
  })),
  { name: 'shared', test: /\/node_modules\/(lucide-react|framer-motion|motion-dom)\//, minShareCount: 2 },
];

/** Replacements in Vite's code for failed style sheets: each pair is the old text and the new text. */
const mends: readonly (readonly [string | RegExp, string])[] = [
  [/seen\[href\] = void 0;(\s*throw err;)/, 'delete seen[href];$1'],
  ['const handleSettle = (e) => {', 'const handleSettle = (e) => { if (e.type === "error") link.remove();'],
];

/** Makes a page retry a failed style sheet, because Vite 8.3.8 does not. Fails the build if Vite's code has changed. */
export function retriedStyles(): Plugin {
  let isMended = false;
  return {
    name: 'retried-styles',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        let mended = code;
        for (const [found, instead] of mends) {
          const before = mended;
          mended = before.replace(found, instead);
          if (mended === before) this.error(`Vite's preload helper has no ${String(found)}.`);
        }
        isMended = true;
        return mended;
      },
    },
    buildEnd(failure) {
      if (!failure && !isMended) this.error('No part of the app is imported by the preload helper of Vite.');
    },
  };
}
