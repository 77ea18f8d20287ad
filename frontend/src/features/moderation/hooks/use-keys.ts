import { useEffect, useEffectEvent } from 'react';
import { singleKeys } from '../remembered';

/** Actions by `KeyboardEvent.key` in lower case. */
export type Keys = Readonly<Record<string, () => void>>;

const typing = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';
const dialog = '[role="alertdialog"], [role="dialog"]';
/** Elements on which Enter keeps its native meaning. */
const pressing = 'a, button, summary';

const isSingle = (key: string) => key.length === 1;

/** The action for a key event; undefined while somebody types, and with Ctrl, Alt or Meta. */
export function actOf(event: KeyboardEvent, keys: Keys, inDialog = false): (() => void) | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const { target, key } = event;
  if (target instanceof Element && (target.matches(typing) || Boolean(target.closest(dialog)) !== inDialog))
    return undefined;
  if (key === 'Enter' && target instanceof Element && target.matches(pressing)) return undefined;
  if (isSingle(key) && !singleKeys.read()) return undefined;
  return keys[key.toLowerCase()];
}

/** Keyboard shortcuts that work anywhere on the page or, with `inDialog`, only within a dialog. */
export function useKeys(keys: Keys, { inDialog = false } = {}): void {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    const act = actOf(event, keys, inDialog);
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => listen(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
