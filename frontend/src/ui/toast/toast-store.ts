export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'danger';
  readonly action?: { readonly label: string; readonly onAct: () => void };
  /** Once it has gone without its action: after its time, dismissed, or for a newer one. */
  readonly onGone?: () => void;
  /** Gone because whom it spoke to is no longer there: nothing may be done for them any more. */
  readonly onDropped?: () => void;
}

const listeners = new Set<() => void>();
let shown: Toast | null = null;
let count = 0;

/** @returns what was shown before */
function replace(next: Toast | null): Toast | null {
  const before = shown;
  shown = next;
  for (const listener of listeners) listener();
  return before;
}

function show(next: Toast | null): void {
  replace(next)?.onGone?.();
}

/** One message at a time: a newer one takes the place of the older. */
export const toastStore = {
  current: (): Toast | null => shown,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  show(toast: Omit<Toast, 'id' | 'tone'> & { tone?: Toast['tone'] }): void {
    count += 1;
    show({ tone: 'plain', ...toast, id: count });
  },
  /** Without an id, whatever is shown. */
  dismiss(id = shown?.id): void {
    if (shown && shown.id === id) show(null);
  },
  /** Does what the message offers. */
  act(): void {
    if (shown?.action) replace(null)?.action?.onAct();
  },
  drop(): void {
    replace(null)?.onDropped?.();
  },
};
