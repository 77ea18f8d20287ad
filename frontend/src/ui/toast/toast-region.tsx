import { X } from 'lucide-react';
import {
  type CSSProperties,
  type FocusEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { commonTexts } from '../../lib/texts/common';
import { dockedPx, onDockChange } from '../dock/dock';
import { classNames, giveFocus } from '../dom/dom';
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
  const message = useRef<HTMLDivElement>(null);
  const isRaised = useRaised(message, toast?.id);
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
      className={classNames(
        'pointer-events-none fixed inset-x-0 z-80 grid justify-items-center px-4 wide:px-6',
        isRaised
          ? 'top-[calc(var(--safe-top)+8px)]'
          : 'bottom-[max(calc(var(--docked)+12px),calc(var(--safe-bottom)+16px))] wide:bottom-[max(calc(var(--docked)+12px),24px)] wide:justify-items-end under-dialog:top-[calc(var(--safe-top)+8px)] under-dialog:bottom-auto under-dialog:justify-items-center',
      )}
      data-raised={isRaised}
      style={{ '--docked': `${dockHeight}px` } as CSSProperties}
      role={toast?.tone === 'danger' ? 'alert' : 'status'}
    >
      {toast && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only keeps the message on screen
        <div
          key={toast.id}
          ref={message}
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

/**
 * True once the message would cover the focused element, which is usually the one that it is about: it then moves to the
 * upper edge and stays there.
 */
function useRaised(message: RefObject<HTMLElement | null>, shownId: number | undefined): boolean {
  const [raisedId, setRaisedId] = useState<number>();
  useLayoutEffect(() => {
    if (shownId === undefined) return;
    const look = () => {
      if (covers(message.current, document.activeElement)) setRaisedId(shownId);
    };
    look();
    // A closing dialog gives the focus back after its message appears.
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  }, [message, shownId]);
  return shownId !== undefined && raisedId === shownId;
}

/** False for an element around the message, such as the page, and for a part of the message. */
function covers(message: Element | null, focused: Element | null): boolean {
  if (!message || !focused || focused.contains(message) || message.contains(focused)) return false;
  if (focused.id === 'main') return false;
  const [upper, lower] = [message.getBoundingClientRect(), focused.getBoundingClientRect()];
  const isBeside = upper.right <= lower.left || upper.left >= lower.right;
  return !isBeside && upper.bottom > lower.top && upper.top < lower.bottom;
}
