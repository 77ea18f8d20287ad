import { useRef } from 'react';

/**
 * Remembers what had the focus when a dialog opened and gives it back when the dialog has closed; where that is gone, the page's
 * main part takes it. Radix does this for dialogs with a trigger of their own only.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    remember: () => {
      opener.current = document.activeElement;
    },
    giveBack: (event: Event) => {
      event.preventDefault();
      const target = opener.current;
      const alive = target instanceof HTMLElement && target.isConnected && target !== document.body;
      (alive ? target : document.getElementById('main'))?.focus({ preventScroll: true });
    },
  };
}
