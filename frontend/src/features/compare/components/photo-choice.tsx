import type { Photo as PhotoRecord } from '@candid/contracts';
import { Check } from 'lucide-react';
import { compareTexts } from '../../../lib/texts/results';
import { Photo } from '../../../shared/photos/photo';
import { shownAverage } from '../../../shared/scores/adjusted-score';
import { ScoreChip } from '../../../shared/scores/score-chip';
import styles from './photo-choice.module.css';

interface PhotoChoiceProps {
  photos: readonly PhotoRecord[];
  chosen: readonly string[];
  onToggle: (photoId: string) => void;
}

/** The rated photos to choose from: a strip to swipe on a phone, a grid on wide screens. */
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
                aria-label={compareTexts.photo(index + 1, shownAverage(photo) ?? 0, photo.fairScore?.score)}
                onChange={() => onToggle(photo._id)}
              />
              <span className={styles.face} aria-hidden="true">
                <Photo source={photo} alt="" sizes="96px" corners="small" />
                <span className={styles.chips}>
                  <ScoreChip score={shownAverage(photo)} size="s" />
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

/** Maximum number of photos in one comparison. */
export const chosenMax = 30;

/** Returns the ids in the address, each once; empty without any. */
export function readChosen(parameter: string | null): string[] {
  return [...new Set((parameter ?? '').split(',').filter((id) => id !== ''))].slice(0, chosenMax);
}

/** Adds a photo at the end or removes it; a full choice accepts no more. */
export function toggleChosen(chosen: readonly string[], photoId: string): string[] {
  if (chosen.includes(photoId)) return chosen.filter((id) => id !== photoId);
  return chosen.length < chosenMax ? [...chosen, photoId] : [...chosen];
}
