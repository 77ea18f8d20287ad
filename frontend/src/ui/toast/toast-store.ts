import { newStore } from '../../lib/store/store';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'danger';
  readonly action?: { readonly label: string; readonly onAct: () => void };
  /** Called if the message disappears without its action, because it expired, was dismissed or was replaced. */
  readonly onGone?: () => void;
  /** Called if the message is dropped because its person has signed out; no action may run in their name. */
  readonly onDropped?: () => void;
}

const { current, set, subscribe } = newStore<Toast | null>(null);
let count = 0;

function replace(next: Toast | null): Toast | null {
  const before = current();
  set(next);
  return before;
}

function show(next: Toast | null): void {
  replace(next)?.onGone?.();
}

export const toastStore = {
  current,
  subscribe,
  show(toast: Omit<Toast, 'id' | 'tone'> & { tone?: Toast['tone'] }): void {
    count += 1;
    show({ tone: 'plain', ...toast, id: count });
  },
  dismiss(id = current()?.id): void {
    if (current()?.id === id) show(null);
  },
  act(): void {
    if (current()?.action) replace(null)?.action?.onAct();
  },
  drop(): void {
    replace(null)?.onDropped?.();
  },
};
