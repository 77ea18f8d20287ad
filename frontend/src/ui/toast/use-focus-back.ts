import { type FocusEvent, useLayoutEffect, useRef } from 'react';
import { giveFocus } from '../focus/give-focus';

/** A message that goes while the focus is on it gives it back to what had it before. */
export function useFocusBack(shownId: number | undefined) {
  /** Undefined while the focus is elsewhere. */
  const from = useRef<Element | null | undefined>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of what is shown
  useLayoutEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (from.current !== undefined && lost) giveFocus(from.current);
    from.current = undefined;
  }, [shownId]);

  return {
    enter: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) from.current = relatedTarget;
    },
    leave: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) from.current = undefined;
    },
  };
}
