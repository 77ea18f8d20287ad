import { supportKeysTexts } from '../../lib/texts/support-keys';
import { Sheet } from '../../ui/sheet/sheet';
import { Switch } from '../../ui/switch/switch';
import { singleKeys } from './remembered';

export interface KeyGroup {
  readonly title: string;
  /** The keys of an action, a dash for the keys between two, and what it does. */
  readonly keys: readonly (readonly [names: readonly string[], does: string])[];
}

interface KeysSheetProps {
  open: boolean;
  onClose: () => void;
  groups: readonly KeyGroup[];
}

export function KeysSheet({ open, onClose, groups }: KeysSheetProps) {
  const areOn = singleKeys.use();
  return (
    <Sheet open={open} onClose={onClose} title={supportKeysTexts.title} description={supportKeysTexts.text}>
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
