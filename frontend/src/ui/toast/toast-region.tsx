import { X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { commonTexts } from '../../lib/texts/common';
import { classNames } from '../class-names/class-names';
import styles from './toast.module.css';
import { toastStore } from './toast-store';

const shownMs = 6_000;

/** Short messages, away from the thumb and what it is about to press; they wait while the pointer or the focus is on them. */
export function ToastRegion() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.current);
  const [held, setHeld] = useState(false);

  useEffect(() => {
    if (!toast || held) return;
    const timer = setTimeout(() => toastStore.dismiss(toast.id), shownMs);
    return () => clearTimeout(timer);
  }, [toast, held]);

  return (
    <div className={styles.region} role={toast?.tone === 'danger' ? 'alert' : 'status'}>
      {toast && (
        // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a message only keeps it on screen
        <div
          key={toast.id}
          className={classNames(styles.toast, styles[toast.tone])}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <span className={styles.text}>{toast.text}</span>
          {toast.action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                toastStore.dismiss(toast.id);
                toast.action?.onAct();
              }}
            >
              {toast.action.label}
            </button>
          )}
          <button
            type="button"
            className={styles.dismiss}
            aria-label={commonTexts.dismiss}
            onClick={() => toastStore.dismiss(toast.id)}
          >
            <X aria-hidden="true" />
          </button>
        </div>
      )}
    </div>
  );
}
