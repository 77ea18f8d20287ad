/**
 * Focuses `target`; where that is gone, what stands for the same thing now (`data-return-focus`), else the page's main part. What
 * is removed while it has the focus would leave it nowhere.
 */
export function giveFocus(target: Element | null): void {
  const alive = target instanceof HTMLElement && target.isConnected && target !== document.body;
  const heir = alive ? target : (heirOf(target) ?? document.getElementById('main'));
  heir?.focus({ preventScroll: true });
}

/** Before something goes that has no place of its own to return to. */
export const focusMain = (): void => giveFocus(null);

function heirOf(gone: Element | null): HTMLElement | null {
  const name = gone?.getAttribute('data-return-focus');
  return name ? document.querySelector(`[data-return-focus="${CSS.escape(name)}"]`) : null;
}
