import { useEffect, useRef } from 'react';

/** Callbacks that close the open sheets; the last opened sheet comes last. */
const open: (() => void)[] = [];
/** True while the browser carries out a step back that this module requested. */
let returning = false;
let planned = false;

interface EntryState {
  /** Number of sheets that are open at this history entry. */
  readonly sheets?: number;
}

const depthHere = (): number => (history.state as EntryState | null)?.sheets ?? 0;

/** Defers the change of the history: if one sheet closes while another opens, the history stays unchanged. */
function plan(): void {
  if (planned) return;
  planned = true;
  setTimeout(() => {
    planned = false;
    if (!returning) settle();
  });
}

/** Gives each open sheet its own history entry, and removes the entries of closed sheets. */
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

/** Makes the back button of the device and the browser close the sheet instead of leaving the page. */
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

/** Call it before a closing sheet leads to another page; otherwise the sheet's history entry stays before that page. */
export async function leaveSheets(): Promise<void> {
  if (depthHere() === 0 || returning) return;
  const back = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  stepBack(depthHere());
  await back;
}
