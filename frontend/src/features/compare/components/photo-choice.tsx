import type { Photo as PhotoRecord } from '@candid/contracts';
import { Check } from 'lucide-react';
import { shownScore } from '../../../lib/scores/fair-score';
import { compareTexts } from '../../../lib/texts/compare';
import { Photo } from '../../../ui/photo/photo';
import { ScoreChip } from '../../../ui/score-chip/score-chip';
import { chosenMax } from '../hooks/chosen-photos';
import styles from './photo-choice.module.css';

interface PhotoChoiceProps {
  photos: readonly PhotoRecord[];
  chosen: readonly string[];
  onToggle: (photoId: string) => void;
}

/** The rated photos to choose from: a strip to swipe on a phone, a grid where there is room. */
export function PhotoChoice({ photos, chosen, onToggle }: PhotoChoiceProps) {
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>
        {compareTexts.choose} <span>{compareTexts.chooseLead}</span>
      </legend>
      <div className={styles.photos}>
        {photos.map((photo, index) => {
          const picked = chosen.includes(photo._id);
          return (
            <label key={photo._id} className={styles.photo}>
              <input
                type="checkbox"
                className={styles.input}
                checked={picked}
                disabled={!picked && chosen.length >= chosenMax}
                aria-label={compareTexts.photo(index + 1, shownScore(photo) ?? 0)}
                onChange={() => onToggle(photo._id)}
              />
              <span className={styles.face} aria-hidden="true">
                <Photo source={photo} alt="" sizes="96px" corners="small" />
                <span className={styles.chip}>
                  <ScoreChip score={shownScore(photo)} size="s" />
                </span>
                <span className={styles.check}>
                  <Check />
                </span>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
