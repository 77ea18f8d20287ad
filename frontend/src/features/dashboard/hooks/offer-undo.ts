import { commonTexts } from '../../../lib/texts/common';
import { toastStore } from '../../../ui/toast/toast-store';

/** Says what has happened, with Undo where it can be taken back. */
export function offerUndo(text: string, undo?: () => void): void {
  toastStore.show({ text, action: undo && { label: commonTexts.undo, onAct: undo } });
}

/**
 * Says what has happened before it has; false where it was taken back in time, or where the session is over and nobody is left to
 * do it for. A page that is left keeps it.
 */
export function keptUnlessUndone(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const keepWhenHidden = () => document.visibilityState === 'hidden' && settle(true);
    const settle = (kept: boolean) => {
      document.removeEventListener('visibilitychange', keepWhenHidden);
      resolve(kept);
    };
    document.addEventListener('visibilitychange', keepWhenHidden);
    toastStore.show({
      text,
      action: { label: commonTexts.undo, onAct: () => settle(false) },
      onGone: () => settle(true),
      onDropped: () => settle(false),
    });
  });
}
