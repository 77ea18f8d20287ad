import type { Catalogue } from '@candid/contracts';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { findPhrase, readComment } from '../../../lib/comments/comments';
import type { Picks } from '../../../lib/comments/picking';
import { assessTexts } from '../../../lib/texts/assess';
import styles from './phrase-picker.module.css';

interface PickedCommentsProps {
  picks: Picks;
  catalogue: Catalogue;
  onRemove: (phraseId: number) => void;
}

/** What has been chosen so far, whichever section is open; a tap takes one back. */
export function PickedComments({ picks, catalogue, onRemove }: PickedCommentsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const remove = (phraseId: number) => {
    // The button goes with its comment: the focus stays here.
    frame.current?.focus({ preventScroll: true });
    onRemove(phraseId);
  };
  return (
    <div ref={frame} tabIndex={-1} className={styles.chosen}>
      {picks.length === 0 && <p className={styles.quiet}>{assessTexts.nothingPicked}</p>}
      <ul className={styles.picks}>
        {picks.map(([sectionId, phraseId, score]) => {
          const phrase = findPhrase(catalogue, sectionId, phraseId);
          return (
            phrase && (
              <li key={phraseId}>
                <button type="button" className={styles.picked} onClick={() => remove(phraseId)}>
                  <span>
                    <strong>{phrase.phrase}</strong> {phrase.isScale && readComment(phrase, score).label}
                  </span>
                  <span className="visually-hidden">{assessTexts.remove}</span>
                  <X aria-hidden="true" />
                </button>
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
