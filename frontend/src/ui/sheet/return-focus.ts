import { giveFocus } from '../dom/dom';

const dialogs = '[role="dialog"], [role="alertdialog"]';

interface Opener {
  /** The focused element when the dialog opened; null if it disappeared with the dialog that this one replaces. */
  readonly element: Element | null;
  readonly dialog: Element | null;
}

const openers = new WeakMap<Element, Opener>();
/** The dialog that opened last and has not closed yet. */
let latest: Element | null = null;

/** A replaced dialog passes its opener on to the next one. */
function openerOf(dialog: Element): Element | null {
  const opener = openers.get(dialog);
  if (!opener) return null;
  return opener.element?.isConnected || !opener.dialog ? opener.element : openerOf(opener.dialog);
}

/** Returns the focus after a dialog, but never out of another open dialog. Radix does this only with a trigger. */
export const returnFocus = {
  remember: ({ currentTarget: dialog }: Event): void => {
    if (!(dialog instanceof Element) || openers.has(dialog)) return;
    const { activeElement } = document;
    // An element inside the dialog, such as a field that takes the focus, did not open it.
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
