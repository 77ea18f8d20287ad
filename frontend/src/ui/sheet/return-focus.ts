import { giveFocus } from '../dom/dom';

const dialogs = '[role="dialog"], [role="alertdialog"]';

interface Opener {
  /** What had the focus when the dialog opened; null if it went with the dialog that this one replaces. */
  readonly element: Element | null;
  /** The dialog that the element stands or stood in. */
  readonly dialog: Element | null;
}

const openers = new WeakMap<Element, Opener>();
/** The dialog that opened last and has not closed yet. */
let latest: Element | null = null;

/** A dialog that is replaced by another one leaves its own opener to it. */
function openerOf(dialog: Element): Element | null {
  const opener = openers.get(dialog);
  if (!opener) return null;
  return opener.element?.isConnected || !opener.dialog ? opener.element : openerOf(opener.dialog);
}

/**
 * Remembers what had the focus when a dialog opened and gives it back when the dialog has closed, but never takes it out of another
 * dialog that is open. Radix does this for dialogs with a trigger only.
 */
export const returnFocus = {
  remember: ({ currentTarget: dialog }: Event): void => {
    if (!(dialog instanceof Element) || openers.has(dialog)) return;
    const { activeElement } = document;
    // What is in the dialog itself, such as a field that takes the focus, has not opened it.
    const element = activeElement === document.body || dialog.contains(activeElement) ? null : activeElement;
    openers.set(dialog, { element, dialog: element ? element.closest(dialogs) : latest });
    latest = dialog;
  },
  giveBack: (event: Event): void => {
    event.preventDefault();
    if (!(event.currentTarget instanceof Element)) return;
    const opener = openerOf(event.currentTarget);
    if (latest === event.currentTarget) latest = null;
    const open = document.activeElement?.closest(dialogs);
    if (!open || open.contains(opener)) giveFocus(opener);
  },
};
