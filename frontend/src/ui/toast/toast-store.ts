export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'danger';
  readonly action?: { readonly label: string; readonly onAct: () => void };
}

const listeners = new Set<() => void>();
let shown: Toast | null = null;
let count = 0;

/** One message at a time: a newer one takes the place of the older. */
export const toastStore = {
  current: (): Toast | null => shown,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  show(toast: Omit<Toast, 'id' | 'tone'> & { tone?: Toast['tone'] }): void {
    count += 1;
    shown = { tone: 'plain', ...toast, id: count };
    for (const listener of listeners) listener();
  },
  dismiss(id: number): void {
    if (shown?.id !== id) return;
    shown = null;
    for (const listener of listeners) listener();
  },
};
