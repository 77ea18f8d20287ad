import { useSyncExternalStore } from 'react';

/** At this width and above, pages have two columns. It is `--breakpoint-wide` of the tokens. */
const wide = '(min-width: 900px)';

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

export const useWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(wide).matches);
