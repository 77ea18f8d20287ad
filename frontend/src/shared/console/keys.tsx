import { type ComponentProps, useEffect, useEffectEvent } from 'react';
import { supportKeysTexts } from '../../lib/texts/support-keys';
import { Sheet } from '../../ui/sheet/sheet';
import { Switch } from '../../ui/switch/switch';
import { singleKeys } from './remembered';

/** Actions by `KeyboardEvent.key` in lower case; `g s` means G, then S. */
export type Keys = Readonly<Record<string, () => void>>;

const typingSelector = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';
const dialog = '[role="alertdialog"], [role="dialog"]';
/** Elements that Enter activates. */
const pressedSelector = 'a, button, summary';
const secondKeyMs = 2_000;
/** Works in text fields, too, where Enter alone begins a new line. */
export const sendKeys = 'ctrl+enter';
const isSending = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key === 'Enter' && (ctrlKey || metaKey);

interface Layer {
  readonly current: () => Keys;
  readonly inDialog: boolean;
  readonly isFallback: boolean;
  readonly groups: readonly KeyGroup[];
}

const layers = new Set<Layer>();
const noGroups: readonly KeyGroup[] = [];

/** Descriptions of the keys of the page that is shown now. */
export const ownKeyGroups = (): readonly KeyGroup[] => [...layers].flatMap(({ groups }) => groups);

/** The last key pressed, which may start a combination of two keys. `at`: `Event.timeStamp`, in milliseconds. */
let first: { key: string; at: number } | null = null;

function onKey(event: KeyboardEvent): void {
  const before = first && event.timeStamp - first.at < secondKeyMs ? first : null;
  first = null;
  if (!isOurs(event)) return;
  const key = isSending(event) ? sendKeys : event.key.toLowerCase();
  const keys = keysFor(event.target);
  const act = (before && keys[`${before.key} ${key}`]) ?? keys[key];
  if (!act && !Object.keys(keys).some((names) => names.startsWith(`${key} `))) return;
  event.preventDefault();
  if (act) act();
  else first = { key, at: event.timeStamp };
}

/** False while somebody types, and for combinations with Ctrl, Alt or Meta, except `sendKeys`. */
function isOurs(event: KeyboardEvent): boolean {
  const { target, key } = event;
  if (event.defaultPrevented || event.altKey) return false;
  if (isSending(event)) return !event.repeat;
  if (event.ctrlKey || event.metaKey) return false;
  if (target instanceof Element && target.matches(typingSelector)) return false;
  if (key === 'Enter' && target instanceof Element && target.matches(pressedSelector)) return false;
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
 * With `inDialog`, the keys work only within a dialog. With `isFallback`, the page's own keys have priority.
 * @param options `groups` describes the keys in the console's list of keys, and stays the same object
 */
export function useKeys(keys: Keys, options: Partial<Omit<Layer, 'current'>> = {}): void {
  const { inDialog = false, isFallback = false, groups = noGroups } = options;
  const current = useEffectEvent(() => keys);
  useEffect(() => {
    const layer = { current: () => current(), inDialog, isFallback, groups };
    if (layers.size === 0) document.addEventListener('keydown', onKey);
    layers.add(layer);
    return () => {
      layers.delete(layer);
      if (layers.size === 0) document.removeEventListener('keydown', onKey);
    };
  }, [inDialog, isFallback, groups]);
}

export interface KeyGroup {
  readonly title: string;
  /** Pairs of an action's keys and its description. The keys `1`, `–` and `6` mean all keys from 1 to 6. */
  readonly keys: readonly (readonly [names: readonly string[], does: string])[];
}

interface KeysSheetProps extends Pick<ComponentProps<typeof Sheet>, 'open' | 'onClose'> {
  groups: readonly KeyGroup[];
}

export function KeysSheet({ groups, ...sheet }: KeysSheetProps) {
  const areOn = singleKeys.use();
  return (
    <Sheet {...sheet} title={supportKeysTexts.title} description={supportKeysTexts.text}>
      <div className="grid grid-cols-1 gap-5">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb-2 text-14 text-ink-soft">{title}</h3>
            <dl className="grid grid-cols-1 gap-2 text-14">
              {keys.map(([names, does]) => (
                <div key={does} className="flex flex-wrap items-baseline gap-x-2">
                  <dt className="flex flex-[0_0_6.25rem] flex-wrap items-baseline gap-1 text-ink-soft [&_kbd]:min-w-6.5 [&_kbd]:rounded-[6px] [&_kbd]:border [&_kbd]:border-line-strong [&_kbd]:bg-surface [&_kbd]:px-[7px] [&_kbd]:py-px [&_kbd]:text-center [&_kbd]:font-mono [&_kbd]:text-13 [&_kbd]:text-ink [&+*]:flex-[1_1_6.25rem]">
                    {names.map((name) => (name === '–' ? ' – ' : <kbd key={name}>{name}</kbd>))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Switch
          label={supportKeysTexts.switch}
          hint={supportKeysTexts.switchHint}
          checked={areOn}
          onChange={singleKeys.set}
        />
      </div>
    </Sheet>
  );
}
