import { useEffect, useRef } from 'react';

/** How to close each open sheet; the one that opened last comes last. */
const open: (() => void)[] = [];
/** True from a step back of our own until the browser has taken it. */
let returning = false;
let planned = false;

interface EntryState {
  /** How many sheets stand open at this entry of the history. */
  readonly sheets?: number;
}

const depthHere = (): number => (history.state as EntryState | null)?.sheets ?? 0;

/** Later, because one sheet may close as another one opens: then the history stays as it is. */
function plan(): void {
  if (planned) return;
  planned = true;
  setTimeout(() => {
    planned = false;
    if (!returning) settle();
  });
}

/** Gives each open sheet an entry of its own in the history, and takes away those of closed sheets. */
function settle(): void {
  const surplus = depthHere() - open.length;
  if (surplus > 0) stepBack(surplus);
  for (let sheets = depthHere() + 1; sheets <= open.length; sheets += 1)
    history.pushState({ ...(history.state as EntryState | null), sheets }, '');
}

function stepBack(entries: number): void {
  returning = true;
  history.go(-entries);
}

globalThis.addEventListener?.('popstate', () => {
  if (returning) returning = false;
  else for (const close of open.slice(depthHere()).reverse()) close();
  plan();
});

/** Makes the Back of the device and the browser close the sheet instead of leaving the page. */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    if (!isOpen) return;
    const close = () => latest.current();
    open.push(close);
    plan();
    return () => {
      open.splice(open.indexOf(close), 1);
      plan();
    };
  }, [isOpen]);
}

/**
 * Resolves once the history is back at the page's own entry. For a closing sheet that leads to another page: what replaces the
 * sheet's entry would leave that of the page behind it.
 */
export async function leaveSheets(): Promise<void> {
  if (depthHere() === 0 || returning) return;
  const back = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  stepBack(depthHere());
  await back;
}
