/** What is docked at the lower edge of the screen: bars and sheets whose buttons nothing may cover. */
const docked = new Set<Element>();
const listeners = new Set<() => void>();
const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(tell);

/** A bar that floats this little above the edge is docked too. */
const floatPx = 32;

function tell(): void {
  for (const listener of listeners) listener();
}

/** The ref of what may be docked. It is one only while it stands at the lower edge, as most do on a phone only. */
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

/** How much of the lower edge is taken. */
export function dockedPx(): number {
  const { innerHeight } = window;
  const heights = [...docked].map((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { top, bottom, taken: innerHeight - top };
  });
  // From the edge up: what stands on a docked bar is docked as well.
  heights.sort((one, other) => other.bottom - one.bottom);
  let taken = 0;
  for (const { bottom, taken: upTo } of heights)
    if (innerHeight - bottom <= taken + floatPx && upTo < innerHeight / 2) taken = Math.max(taken, upTo);
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
