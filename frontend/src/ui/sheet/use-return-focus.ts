import { useRef } from 'react';

/**
 * Remembers what had the focus when a dialog opened and gives it back when the dialog has closed; where that is gone, what stands
 * for the same thing now (`data-return-focus`), else the page's main part. Radix does this for dialogs with a trigger only.
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
      const heir = alive ? target : (heirOf(target) ?? document.getElementById('main'));
      heir?.focus({ preventScroll: true });
    },
  };
}

function heirOf(gone: Element | null): HTMLElement | null {
  const name = gone?.getAttribute('data-return-focus');
  return name ? document.querySelector(`[data-return-focus="${CSS.escape(name)}"]`) : null;
}
