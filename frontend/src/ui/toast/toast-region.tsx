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
import { giveFocus } from '../dom/dom';
import { toastStore } from './toast-store';

const shownMs = 6_000;
/** Milliseconds in which a person can read the message, decide and reach the button. */
const shownWithActionMs = 10_000;

const isUndoKey = (event: KeyboardEvent) => (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z';
/** True in a text field, where the same keys undo the typing. */
const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'range');

/** Shows the message above docked elements and dialogs. The pointer or the focus on the message stops its timer. */
export function ToastRegion() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.current);
  /** Id of the message under the pointer or focus. A message that is clicked away sends no leave or blur event. */
  const [heldId, setHeldId] = useState<number | null>(null);
  const held = toast?.id === heldId;
  const focus = useFocusBack(toast?.id);
  // The height of the docked elements is measured only while there is a message.
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
      className="pointer-events-none fixed inset-x-0 bottom-[max(calc(var(--docked)+12px),calc(var(--safe-bottom)+16px))] z-80 grid justify-items-center px-4 wide:bottom-[max(calc(var(--docked)+12px),24px)] wide:justify-items-end wide:px-6 under-dialog:inset-x-0 under-dialog:top-[calc(var(--safe-top)+8px)] under-dialog:bottom-auto under-dialog:justify-items-center"
      style={{ '--docked': `${dockHeight}px` } as CSSProperties}
      role={toast?.tone === 'danger' ? 'alert' : 'status'}
    >
      {toast && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only keeps the message on screen
        <div
          key={toast.id}
          className="pointer-events-auto flex w-fit max-w-[min(480px,100%)] animate-arrive items-center gap-2 rounded-16 bg-ink py-1 pr-1 pl-5 text-14 text-ground shadow-sheet wide:max-w-90 [&_:focus-visible]:-outline-offset-3 [&_:focus-visible]:outline-current under-dialog:max-w-[max(180px,min(300px,100vw-128px))]"
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
          <span className="flex-1 py-2">{toast.text}</span>
          {toast.action && (
            <button
              type="button"
              className="min-h-[max(40px,var(--spacing-target-small))] rounded-12 border-0 bg-transparent px-3 py-0 font-bold text-inherit underline underline-offset-[0.2em]"
              aria-keyshortcuts="Control+Z Meta+Z"
              onClick={() => toastStore.act()}
            >
              {toast.action.label}
            </button>
          )}
          <button
            type="button"
            className="grid min-h-[max(40px,var(--spacing-target-small))] w-[max(40px,var(--spacing-target-small))] place-items-center rounded-12 border-0 bg-transparent p-0 font-bold text-inherit [&_svg]:size-4.5"
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

function useFocusBack(shownId: number | undefined) {
  /** The element that had the focus before the message got it; undefined while the focus is not on the message. */
  const from = useRef<Element | null | undefined>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another message, or none, is shown
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
