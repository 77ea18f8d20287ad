import { giveFocus } from '../dom/dom';

const dialogs = '[role="dialog"], [role="alertdialog"]';

interface Opener {
  /** Element outside the dialog that had the focus when the dialog opened; null if there was none. */
  readonly element: Element | null;
  readonly dialog: Element | null;
}

const openers = new WeakMap<Element, Opener>();
/** The dialog that opened last, if it is still open. */
let latest: Element | null = null;

/** Returns the element that opened the dialog or, if the dialog replaced another, the element that opened that one. */
function openerOf(dialog: Element): Element | null {
  const opener = openers.get(dialog);
  if (!opener) return null;
  return opener.element?.isConnected || !opener.dialog ? opener.element : openerOf(opener.dialog);
}

/** Returns the focus after a dialog, but never out of another open dialog. Radix returns it only to a `Trigger`. */
export const returnFocus = {
  remember: ({ currentTarget: dialog }: Event): void => {
    if (!(dialog instanceof Element) || openers.has(dialog)) return;
    const { activeElement } = document;
    // Ignores a focused element inside the dialog, such as an autofocused field: it did not open the dialog.
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
