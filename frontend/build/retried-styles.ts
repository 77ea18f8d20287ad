import type { Plugin } from 'vite';

/** Vite's handling of a style sheet that does not load, and its replacement. */
const mends: readonly (readonly [string | RegExp, string])[] = [
  [/seen\[href\] = void 0;(\s*throw err;)/, 'delete seen[href];$1'],
  ['const handleSettle = (e) => {', 'const handleSettle = (e) => { if (e.type === "error") link.remove();'],
];

/**
 * If a style sheet fails to load, the next import of its part requests it again. Vite 8.3.8 would treat the sheet as loaded and
 * show the part without it. Fails the build if Vite's helper has another text.
 */
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
