import type { Catalogue } from '@candid/contracts';
import { X } from 'lucide-react';
import { findPhrase, readComment } from '../../../lib/comments/comments';
import type { Picks } from '../../../lib/comments/picking';
import { assessTexts } from '../../../lib/texts/assess';
import styles from './comment-picker.module.css';

interface PickedCommentsProps {
  picks: Picks;
  catalogue: Catalogue;
  onRemove: (phraseId: number) => void;
}

/** What has been chosen so far, whichever section is open; a tap takes one back. */
export function PickedComments({ picks, catalogue, onRemove }: PickedCommentsProps) {
  if (picks.length === 0) return <p className={styles.quiet}>{assessTexts.nothingPicked}</p>;
  return (
    <ul className={styles.picks}>
      {picks.map(([sectionId, phraseId, score]) => {
        const phrase = findPhrase(catalogue, sectionId, phraseId);
        return (
          phrase && (
            <li key={phraseId}>
              <button type="button" className={styles.picked} onClick={() => onRemove(phraseId)}>
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
  );
}
