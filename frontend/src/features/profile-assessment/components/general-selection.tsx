import type { Catalogue } from '@candid/contracts';
import { type Choice, chosenIn, togglePhrase, toggleSection } from '../../../lib/comments/choice';
import { commonTexts } from '../../../lib/texts/common';
import { profileAssessmentTexts as texts } from '../../../lib/texts/profile-assessment';
import { Button } from '../../../ui/button/button';
import { Checkbox } from '../../../ui/checkbox/checkbox';
import { Sheet } from '../../../ui/sheet/sheet';
import { Switch } from '../../../ui/switch/switch';
import styles from './general-selection.module.css';

interface GeneralSelectionProps {
  open: boolean;
  catalogue: Catalogue;
  choice: Choice;
  onChoice: (choice: Choice) => void;
  onClose: () => void;
}

/** What evaluators may comment on. The last phrase of a section and the last section cannot be switched off. */
export function GeneralSelection({ open, catalogue, choice, onChoice, onClose }: GeneralSelectionProps) {
  return (
    <Sheet
      open={open}
      height="tall"
      onClose={onClose}
      title={texts.selection}
      description={texts.selectionLead}
      footer={
        <Button variant="primary" block onClick={onClose}>
          {commonTexts.done}
        </Button>
      }
    >
      {catalogue.map(({ id, section, quality }) => {
        const chosen = chosenIn(catalogue, choice, id);
        return (
          <section key={id} className={styles.section} aria-label={section}>
            <Switch
              label={section}
              checked={chosen.length > 0}
              disabled={chosen.length === choice.size}
              onChange={() => onChoice(toggleSection(catalogue, choice, id))}
            />
            {chosen.length > 0 && (
              <ul className={styles.phrases}>
                {quality.map(({ phraseId, phrase }) => (
                  <li key={phraseId}>
                    <Checkbox
                      label={phrase}
                      checked={choice.has(phraseId)}
                      disabled={chosen.length === 1 && choice.has(phraseId)}
                      onChange={() => onChoice(togglePhrase(catalogue, choice, id, phraseId))}
                    />
                  </li>
                ))}
              </ul>
            )}
          </section>
        );
      })}
    </Sheet>
  );
}
