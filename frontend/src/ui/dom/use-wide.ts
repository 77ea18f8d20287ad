import { useSyncExternalStore } from 'react';

/** From this width on, pages stand in two columns; the style sheets have the same number. */
const wide = '(min-width: 900px)';

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** For what stands elsewhere on the page, not only beside something, where there is room. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(wide).matches);
