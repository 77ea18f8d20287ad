/** Elements that may be at the lower edge of the screen, such as bars and sheets. Nothing may cover their buttons. */
const docked = new Set<Element>();
const listeners = new Set<() => void>();
const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(tell);

/** Maximum distance from the edge at which a floating bar counts as docked. */
const floatPx = 32;

function tell(): void {
  for (const listener of listeners) listener();
}

/** Ref of an element that counts as docked while it is at the lower edge; most elements are there only on a phone. */
export function dockRef(element: Element | null): (() => void) | undefined {
  if (!element) return undefined;
  docked.add(element);
  sizes?.observe(element);
  tell();
  return () => {
    docked.delete(element);
    sizes?.unobserve(element);
    tell();
  };
}

/** Height of the docked elements at the lower edge of the screen. */
export function dockedPx(): number {
  const { innerHeight } = window;
  const boxes = [...docked].map((element) => element.getBoundingClientRect());
  let taken = 0;
  // Sorts from the edge upwards, because an element on top of a docked bar is also docked.
  for (const { top, bottom } of boxes.sort((one, other) => other.bottom - one.bottom))
    if (innerHeight - bottom <= taken + floatPx && top > innerHeight / 2) taken = Math.max(taken, innerHeight - top);
  return taken;
}

export function onDockChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('resize', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('resize', listener);
  };
}
