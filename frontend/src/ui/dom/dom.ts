/** Joins the class names that are there. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** Whether the person has asked for less motion: then things appear where they belong instead of travelling there. */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

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

/** Hands a file over to the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the address over once the click has been handled; a page of it would hold the memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
