import type { Catalogue } from '@candid/contracts';
import { type Choice, chosenIn, togglePhrase, toggleSection } from '../../../lib/comments/choice';
import { commonTexts } from '../../../lib/texts/common';
import { setupTexts } from '../../../lib/texts/setup';
import { Button } from '../../../ui/button/button';
import { Checkbox } from '../../../ui/checkbox/checkbox';
import { Segmented } from '../../../ui/segmented/segmented';
import { Sheet } from '../../../ui/sheet/sheet';
import { Switch } from '../../../ui/switch/switch';
import styles from './assessment-setup.module.css';

interface CommentSelectionProps {
  open: boolean;
  catalogue: Catalogue;
  choice: Choice;
  negative: boolean;
  onChoice: (choice: Choice) => void;
  onNegative: (negative: boolean) => void;
  onClose: () => void;
}

const tones = [
  { value: 'both', label: setupTexts.tones.both },
  { value: 'positive', label: setupTexts.tones.positive },
] as const;

/** Which phrases assessors may use. One phrase of a section and one section always stay. */
export function CommentSelection({
  open,
  catalogue,
  choice,
  negative,
  onChoice,
  onNegative,
  onClose,
}: CommentSelectionProps) {
  return (
    <Sheet
      open={open}
      height="tall"
      onClose={onClose}
      title={setupTexts.selection}
      description={setupTexts.lastPhrase}
      footer={
        <Button variant="primary" block onClick={onClose}>
          {commonTexts.done}
        </Button>
      }
    >
      <div className={styles.stack}>
        <Segmented
          label={setupTexts.tone}
          options={tones}
          value={negative ? 'both' : 'positive'}
          onChange={(tone) => onNegative(tone === 'both')}
        />
        {catalogue.map(({ id, section, quality }) => {
          const chosen = chosenIn(catalogue, choice, id);
          return (
            <section key={id} className={styles.section} aria-label={section}>
              <Switch
                label={section}
                checked={chosen.length > 0}
                onChange={() => onChoice(toggleSection(catalogue, choice, id))}
              />
              {chosen.length > 0 && (
                <ul className={styles.phrases}>
                  {quality.map((phrase) => (
                    <li key={phrase.phraseId}>
                      <Checkbox
                        label={phrase.phrase}
                        checked={choice.has(phrase.phraseId)}
                        onChange={() => onChoice(togglePhrase(catalogue, choice, id, phrase.phraseId))}
                      />
                    </li>
                  ))}
                </ul>
              )}
            </section>
          );
        })}
      </div>
    </Sheet>
  );
}
