import { useEffect, useEffectEvent } from 'react';
import { singleKeys } from './remembered';

/** Actions by `KeyboardEvent.key` in lower case; `g s` is G, then S. */
export type Keys = Readonly<Record<string, () => void>>;

interface Layer {
  readonly current: () => Keys;
  readonly inDialog: boolean;
  readonly isFallback: boolean;
}

interface PressedKey {
  readonly key: string;
  /** `Event.timeStamp`, in milliseconds. */
  readonly at: number;
}

const typing = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';
const dialog = '[role="alertdialog"], [role="dialog"]';
/** Elements on which Enter keeps its native meaning. */
const pressing = 'a, button, summary';
const secondKeyMs = 2_000;

const layers = new Set<Layer>();
/** The key that may be the first of two. */
let first: PressedKey | null = null;

function onKey(event: KeyboardEvent): void {
  const before = first && event.timeStamp - first.at < secondKeyMs ? first : null;
  first = null;
  if (!isOurs(event)) return;
  const key = event.key.toLowerCase();
  const keys = keysFor(event.target);
  const act = (before && keys[`${before.key} ${key}`]) ?? keys[key];
  if (!act && !Object.keys(keys).some((names) => names.startsWith(`${key} `))) return;
  event.preventDefault();
  if (act) act();
  else first = { key, at: event.timeStamp };
}

/** Not while somebody types, and not with Ctrl, Alt or Meta. */
function isOurs(event: KeyboardEvent): boolean {
  const { target, key } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (target instanceof Element && target.matches(typing)) return false;
  if (key === 'Enter' && target instanceof Element && target.matches(pressing)) return false;
  return key.length > 1 || singleKeys.read();
}

function keysFor(target: EventTarget | null): Keys {
  const inDialog = target instanceof Element && target.closest(dialog) !== null;
  const found = [...layers].filter((layer) => layer.inDialog === inDialog);
  const last = found.filter(({ isFallback }) => isFallback);
  const own = found.filter(({ isFallback }) => !isFallback);
  return Object.assign({}, ...[...last, ...own].map(({ current }) => current()));
}

/**
 * Keyboard shortcuts that work anywhere on the page or, with `inDialog`, only within a dialog. With `isFallback`, a page's own
 * keys come first.
 */
export function useKeys(keys: Keys, { inDialog = false, isFallback = false } = {}): void {
  const current = useEffectEvent(() => keys);
  useEffect(() => {
    const layer = { current: () => current(), inDialog, isFallback };
    if (layers.size === 0) document.addEventListener('keydown', onKey);
    layers.add(layer);
    return () => {
      layers.delete(layer);
      if (layers.size === 0) document.removeEventListener('keydown', onKey);
    };
  }, [inDialog, isFallback]);
}
