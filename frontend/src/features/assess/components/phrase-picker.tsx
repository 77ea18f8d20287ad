import { mayPick, type Picks, pick, pickOf, unpick } from '../../../lib/comments/picking';
import { assessTexts } from '../../../lib/texts/assess';
import { Tabs } from '../../../ui/tabs/tabs';
import { type OfferedSection, phrasesOf } from '../hooks/offered-phrases';
import styles from './phrase-picker.module.css';
import { PhraseRow } from './phrase-row';

interface PhrasePickerProps {
  sections: readonly OfferedSection[];
  picks: Picks;
  picksMax: number;
  /** The open section; null opens the first. */
  sectionId: number | null;
  onSection: (sectionId: number) => void;
  onChange: (picks: Picks) => void;
}

/** Phrases by section. Without its parent a child phrase cannot be picked, and it goes when its parent goes. */
export function PhrasePicker({ sections, picks, picksMax, sectionId, onSection, onChange }: PhrasePickerProps) {
  const phrases = phrasesOf(sections);
  const open = sections.find(({ id }) => id === sectionId) ?? sections[0];
  if (!open) return null;
  return (
    <Tabs
      label={assessTexts.sections}
      value={String(open.id)}
      onChange={(value) => onSection(Number(value))}
      tabs={sections.map(({ id, section, quality }) => ({
        value: String(id),
        label: assessTexts.sectionTab(section, picks.filter(([picked]) => picked === id).length),
        content: (
          <ul className={styles.phrases}>
            {quality.map(({ phrase, range }) => (
              <li key={phrase.phraseId}>
                <PhraseRow
                  phrase={phrase}
                  range={range}
                  picked={pickOf(picks, phrase.phraseId)?.[2] ?? null}
                  open={mayPick(picks, phrase, picksMax)}
                  parent={phrases.find(({ phraseId }) => phraseId === phrase.parentPhraseId)}
                  onPick={(score) => onChange(pick(picks, id, phrase, score, picksMax))}
                  onUndo={() => onChange(unpick(picks, phrase.phraseId, phrases))}
                />
              </li>
            ))}
          </ul>
        ),
      }))}
    />
  );
}
