import { X } from 'lucide-react';
import {
  type CSSProperties,
  type FocusEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { commonTexts } from '../../lib/texts/common';
import { dockedPx, onDockChange } from '../dock/dock';
import { classNames, giveFocus } from '../dom/dom';
import styles from './toast.module.css';
import { toastStore } from './toast-store';

const shownMs = 6_000;
/** Long enough to read the message, decide and reach the button. */
const shownWithActionMs = 10_000;

const isUndoKey = (event: KeyboardEvent) => (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z';
/** In a text field the same keys undo typing. */
const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'range');

/**
 * Short messages above the docked elements and above an open dialog, so that they cover no bar and no button. They stay while
 * the pointer or the focus is on them.
 */
export function ToastRegion() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.current);
  /** Holds the id of the message, because a message that is clicked away sends no leave or blur event. */
  const [heldId, setHeldId] = useState<number | null>(null);
  const held = toast?.id === heldId;
  // The height is measured only while there is a message.
  const focus = useFocusBack(toast?.id);
  const dockHeight = useSyncExternalStore(onDockChange, () => (toast ? dockedPx() : 0));

  useEffect(() => {
    if (!toast || held) return;
    const timer = setTimeout(() => toastStore.dismiss(toast.id), toast.action ? shownWithActionMs : shownMs);
    return () => clearTimeout(timer);
  }, [toast, held]);

  useEffect(() => {
    if (!toast?.action) return;
    const undo = (event: KeyboardEvent) => {
      if (!isUndoKey(event) || isTyping(event)) return;
      event.preventDefault();
      toastStore.act();
    };
    document.addEventListener('keydown', undo);
    return () => document.removeEventListener('keydown', undo);
  }, [toast]);

  return (
    <div
      className={styles.region}
      style={{ '--docked': `${dockHeight}px` } as CSSProperties}
      role={toast?.tone === 'danger' ? 'alert' : 'status'}
    >
      {toast && (
        // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a message only keeps it on screen
        <div
          key={toast.id}
          className={classNames(styles.toast, styles[toast.tone])}
          onPointerEnter={() => setHeldId(toast.id)}
          onPointerLeave={() => setHeldId(null)}
          onFocus={(event) => {
            setHeldId(toast.id);
            focus.enter(event);
          }}
          onBlur={(event) => {
            setHeldId(null);
            focus.leave(event);
          }}
        >
          <span className={styles.text}>{toast.text}</span>
          {toast.action && (
            <button
              type="button"
              className={styles.action}
              aria-keyshortcuts="Control+Z Meta+Z"
              onClick={() => toastStore.act()}
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

/** Returns the focus to its previous element if a message disappears with it. */
function useFocusBack(shownId: number | undefined) {
  /** Undefined while the focus is elsewhere. */
  const from = useRef<Element | null | undefined>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of what is shown
  useLayoutEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (from.current !== undefined && lost) giveFocus(from.current);
    from.current = undefined;
  }, [shownId]);

  return {
    enter: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) from.current = relatedTarget;
    },
    leave: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) from.current = undefined;
    },
  };
}
