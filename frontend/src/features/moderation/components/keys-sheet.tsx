import { moderationTexts } from '../../../lib/texts/moderation';
import { Sheet } from '../../../ui/sheet/sheet';
import { Switch } from '../../../ui/switch/switch';
import { singleKeys } from '../remembered';
import styles from './keys-sheet.module.css';

const words = moderationTexts.keyWords;
const groups: readonly { readonly title: string; readonly keys: readonly (readonly [string[], string])[] }[] = [
  {
    title: moderationTexts.keyGroups.queue,
    keys: [
      [['J', 'K'], words.move],
      [['Enter'], words.open],
      [['C'], words.claim],
      [['F'], words.filter],
    ],
  },
  {
    title: moderationTexts.keyGroups.case,
    keys: [
      [['B'], words.blur],
      [['G'], words.greyscale],
      [['1', '–', '6'], words.decide],
      [['J', 'K'], words.move],
      [['C'], words.claim],
      [['U'], words.undo],
      [['Esc'], words.back],
      [['?'], words.keys],
    ],
  },
  {
    title: moderationTexts.keyGroups.decision,
    keys: [
      [['1', '–', '6'], words.choose],
      [['Enter'], words.confirm],
      [['Ctrl', 'Enter'], words.confirmTyping],
      [['Esc'], words.close],
    ],
  },
];

export function KeysSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const areOn = singleKeys.use();
  return (
    <Sheet open={open} onClose={onClose} title={moderationTexts.keysTitle} description={moderationTexts.keysText}>
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
          label={moderationTexts.keysSwitch}
          hint={moderationTexts.keysSwitchHint}
          checked={areOn}
          onChange={singleKeys.set}
        />
      </div>
    </Sheet>
  );
}
