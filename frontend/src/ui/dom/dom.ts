export const classNames = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');

/** True if the person prefers less motion: elements then appear in their final place without an animation. */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Focuses `target` or, if it is gone, an element with the same `data-return-focus`, otherwise the main part. */
export function giveFocus(target: Element | null): void {
  const alive = target instanceof HTMLElement && target.isConnected && target !== document.body;
  const heir = alive ? target : (heirOf(target) ?? document.getElementById('main'));
  heir?.focus({ preventScroll: true });
}

/** Call it before removing a focused element that has no replacement. */
export const focusMain = (): void => giveFocus(null);

function heirOf(gone: Element | null): HTMLElement | null {
  const name = gone?.getAttribute('data-return-focus');
  return name ? document.querySelector(`[data-return-focus="${CSS.escape(name)}"]`) : null;
}

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Revokes the address late enough for the browser to have read it, so that the file does not stay in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
