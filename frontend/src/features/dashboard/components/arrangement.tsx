import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from 'react';
import { usePhotos } from '../hooks/use-photos';

const Arrangement = createContext('');

/** The order of all photos. Tiles are measured and moved only when the order changes: there may be hundreds of them. */
export function ArrangementProvider({ children }: { children: ReactNode }) {
  const sections = [usePhotos('profile'), usePhotos('bank'), usePhotos('testing')];
  const arrangement = sections.map(({ data = [] }) => data.map(({ _id }) => _id)).join('|');
  useFocusThatTravels(arrangement);
  return <Arrangement value={arrangement}>{children}</Arrangement>;
}

function useFocusThatTravels(arrangement: string): void {
  const focused = useRef<string | null>(null);

  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      focused.current = target instanceof Element ? target.getAttribute('data-return-focus') : null;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the arrangement
  useLayoutEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (!lost || !focused.current) return;
    const heir = document.querySelector<HTMLElement>(`[data-return-focus="${CSS.escape(focused.current)}"]`);
    heir?.focus({ preventScroll: true });
  }, [arrangement]);
}

export const useArrangement = (): string => useContext(Arrangement);
