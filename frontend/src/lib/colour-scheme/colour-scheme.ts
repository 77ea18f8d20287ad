export const colourSchemes = ['system', 'light', 'dark'] as const;
type ColourScheme = (typeof colourSchemes)[number];

const storageKey = 'colourScheme';
const listeners = new Set<() => void>();

function stored(): ColourScheme {
  try {
    return colourSchemes.find((scheme) => scheme === localStorage.getItem(storageKey)) ?? 'system';
  } catch {
    return 'system';
  }
}

let chosen: ColourScheme = 'system';

/** Applies the scheme: the design tokens follow `data-theme`, and the browser's own bars follow the two `theme-color`s. */
function show(scheme: ColourScheme): void {
  chosen = scheme;
  const { documentElement } = document;
  if (scheme === 'system') delete documentElement.dataset['theme'];
  else documentElement.dataset['theme'] = scheme;
  const ground = getComputedStyle(documentElement).backgroundColor;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.dataset['system'] ??= meta.content;
    meta.content = scheme === 'system' ? meta.dataset['system'] : ground;
  }
}

export const colourScheme = {
  current: (): ColourScheme => chosen,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Call it before the first render, so that the page never shows the other scheme first. */
  restore: (): void => show(stored()),

  choose(scheme: ColourScheme): void {
    try {
      localStorage.setItem(storageKey, scheme);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
    show(scheme);
    for (const listener of listeners) listener();
  },
};
