import type { CataloguePhrase } from '@candid/contracts';
import { Check, Undo2 } from 'lucide-react';
import { readComment } from '../../../lib/comments/comments';
import { assessTexts } from '../../../lib/texts/assess';
import { classNames } from '../../../ui/class-names/class-names';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { Slider } from '../../../ui/slider/slider';
import styles from './comment-picker.module.css';

interface PhraseRowProps {
  phrase: CataloguePhrase;
  /** The score it has been given; null where it is not picked. */
  picked: number | null;
  /** Lowest and highest score it may be given. */
  range: readonly [number, number];
  /** It may be picked or changed now. */
  open: boolean;
  parent: CataloguePhrase | undefined;
  onPick: (score: number) => void;
  onUndo: () => void;
}

export function PhraseRow({ phrase, picked, range, open, parent, onPick, onUndo }: PhraseRowProps) {
  const [min, max] = range;
  const waitsForParent = !open && parent !== undefined && picked === null;
  if (!phrase.isScale) {
    return (
      <button
        type="button"
        className={classNames(styles.toggle, picked !== null && styles.on)}
        aria-pressed={picked !== null}
        disabled={!open}
        onClick={() => (picked === null ? onPick(min) : onUndo())}
      >
        <span className={styles.tick} aria-hidden="true">
          {picked !== null && <Check />}
        </span>
        <span>
          {phrase.phrase}
          {waitsForParent && <small className={styles.wait}>{assessTexts.needsParent(parent.phrase)}</small>}
        </span>
      </button>
    );
  }
  return (
    <div className={classNames(styles.scale, picked !== null && styles.on)}>
      <div className={styles.head}>
        <span className={styles.name}>{phrase.phrase}</span>
        {picked !== null && (
          <IconButton
            className={styles.undo}
            label={assessTexts.undo(phrase.phrase)}
            icon={<Undo2 />}
            onClick={onUndo}
          />
        )}
      </div>
      <Slider
        label={phrase.phrase}
        min={min}
        max={max}
        value={picked}
        restAt={(min + max) / 2}
        valueText={picked === null ? assessTexts.notPicked : `${readComment(phrase, picked).label}, ${picked}`}
        disabled={!open}
        onChange={onPick}
      />
      <div className={styles.ends} aria-hidden="true">
        <span>{phrase.left}</span>
        <span>{phrase.right}</span>
      </div>
    </div>
  );
}
