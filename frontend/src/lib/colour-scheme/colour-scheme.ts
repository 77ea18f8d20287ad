import { tryStorage } from '../storage/storage';
import { newStore } from '../store/store';

export const colourSchemes = ['system', 'light', 'dark'] as const;
type ColourScheme = (typeof colourSchemes)[number];

const storageKey = 'colourScheme';
const { current, set, subscribe } = newStore<ColourScheme>('system');

function stored(): ColourScheme {
  const kept = tryStorage(() => localStorage.getItem(storageKey));
  return colourSchemes.find((scheme) => scheme === kept) ?? 'system';
}

/** Applies the scheme: the design tokens follow `data-theme`, and the browser's own bars follow the two `theme-color`s. */
function show(scheme: ColourScheme): void {
  set(scheme);
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
  current,
  subscribe,

  /** Call it before the first render, so that the page never shows the other scheme first. */
  restore: (): void => show(stored()),

  choose(scheme: ColourScheme): void {
    tryStorage(() => localStorage.setItem(storageKey, scheme));
    show(scheme);
  },
};
