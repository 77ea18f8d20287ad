import { useRef } from 'react';
import { giveFocus } from '../dom/dom';

/**
 * Remembers what had the focus when a dialog opened and gives it back when the dialog has closed. Radix does this for dialogs with a
 * trigger only.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    remember: () => {
      opener.current = document.activeElement;
    },
    giveBack: (event: Event) => {
      event.preventDefault();
      giveFocus(opener.current);
    },
  };
}
