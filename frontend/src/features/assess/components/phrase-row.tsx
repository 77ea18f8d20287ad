import type { CataloguePhrase } from '@candid/contracts';
import { Check, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { readComment } from '../../../lib/comments/comments';
import { scoreMax, scoreMin, scoreUntouched } from '../../../lib/scores/scores';
import { assessTexts } from '../../../lib/texts/assess';
import { classNames } from '../../../ui/class-names/class-names';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { Slider } from '../../../ui/slider/slider';
import styles from './phrase-picker.module.css';

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

/** One phrase of the catalogue: a slider between two ends, or something to say or not. */
export function PhraseRow(props: PhraseRowProps) {
  return props.phrase.isScale ? <ScaleRow {...props} /> : <ToggleRow {...props} />;
}

function ToggleRow({ phrase, picked, range, open, parent, onPick, onUndo }: PhraseRowProps) {
  const waitsForParent = !open && parent !== undefined && picked === null;
  return (
    <button
      type="button"
      className={classNames(styles.toggle, parent && styles.child, picked !== null && styles.on)}
      aria-pressed={picked !== null}
      disabled={!open}
      onClick={() => (picked === null ? onPick(range[0]) : onUndo())}
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

function ScaleRow({ phrase, picked, range, open, onPick, onUndo }: PhraseRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const reading = picked === null ? null : readComment(phrase, picked);
  const undo = () => {
    // The button that had the focus goes away with the comment.
    row.current?.querySelector<HTMLElement>('[role="slider"]')?.focus();
    onUndo();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (picked === null || (event.key !== 'Delete' && event.key !== 'Backspace')) return;
    event.preventDefault();
    undo();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the slider inside has the focus, and Delete is a shortcut of its Undo button
    <div ref={row} className={classNames(styles.scale, picked !== null && styles.on)} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <span className={styles.name}>{phrase.phrase}</span>
        {reading && (
          <>
            <span className={styles.reading} aria-hidden="true">
              {reading.label} <strong>{reading.score}</strong>
            </span>
            <IconButton
              className={styles.undo}
              label={assessTexts.undo(phrase.phrase)}
              icon={<Undo2 />}
              onClick={undo}
            />
          </>
        )}
      </div>
      <Slider
        label={phrase.phrase}
        min={scoreMin}
        max={scoreMax}
        limits={range}
        value={picked}
        restAt={scoreUntouched}
        valueText={reading ? assessTexts.leaning(reading.label, reading.score) : assessTexts.notPicked}
        disabled={!open}
        onChange={onPick}
      />
      <div className={classNames(styles.ends, phrase.isHalf && styles[phrase.isHalf])} aria-hidden="true">
        <span>{phrase.left}</span>
        <span>{phrase.right}</span>
      </div>
    </div>
  );
}
