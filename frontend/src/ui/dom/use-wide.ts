import { useSyncExternalStore } from 'react';

/** At this width and above, pages have two columns. It is `--breakpoint-wide` of the tokens. */
const wide = '(min-width: 900px)';

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** For elements that move to another place of the page on a wide screen. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(wide).matches);
