import { supportKeysTexts } from '../../lib/texts/support-keys';
import { Sheet } from '../../ui/sheet/sheet';
import { Switch } from '../../ui/switch/switch';
import styles from './keys-sheet.module.css';
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
      <div className={styles.groups}>
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3 className={styles.title}>{title}</h3>
            <dl className={styles.keys}>
              {keys.map(([names, does]) => (
                <div key={does} className={styles.key}>
                  <dt className={styles.names}>
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
