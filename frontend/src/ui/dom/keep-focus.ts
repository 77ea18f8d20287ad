import { giveFocus } from './dom';

/** Gives the focus to the page if a focused element below `root` disappears, such as a notice with its button. */
export function keepFocus(root: HTMLElement): () => void {
  let last: Element | null = null;
  const enter = ({ target }: FocusEvent) => {
    last = target as Element;
  };
  const leave = ({ target, relatedTarget }: FocusEvent) => {
    // Some browsers also send this event for an element that is being removed.
    queueMicrotask(() => {
      if (!relatedTarget && last === target && last?.isConnected) last = null;
    });
  };
  const removals = new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    giveFocus(last);
    last = document.activeElement;
  });
  root.addEventListener('focusin', enter);
  root.addEventListener('focusout', leave);
  removals.observe(root, { childList: true, subtree: true });
  return () => {
    root.removeEventListener('focusin', enter);
    root.removeEventListener('focusout', leave);
    removals.disconnect();
  };
}
