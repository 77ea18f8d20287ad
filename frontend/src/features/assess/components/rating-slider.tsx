import { bandOf, scoreMax, scoreMin, scoreUntouched } from '../../../lib/scores/scores';
import { assessTexts } from '../../../lib/texts/assess';
import { ScoreChip } from '../../../ui/score-chip/score-chip';
import { Slider } from '../../../ui/slider/slider';
import styles from './rating-slider.module.css';

interface RatingSliderProps {
  position: number;
  /** Null until first touched. */
  rating: number | null;
  onRate: (rating: number) => void;
}

/** 1 to 20, blank in the middle until somebody decides. */
export function RatingSlider({ position, rating, onRate }: RatingSliderProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.row}>
        <Slider
          label={assessTexts.ratingOf(position)}
          min={scoreMin}
          max={scoreMax}
          value={rating}
          restAt={scoreUntouched}
          valueText={rating === null ? assessTexts.notRated : assessTexts.rated(rating)}
          tone={rating === null ? undefined : bandOf(rating)}
          onChange={onRate}
        />
        <ScoreChip score={rating} />
      </div>
      <div className={styles.ends} aria-hidden="true">
        <span>{scoreMin}</span>
        <span>{rating === null ? assessTexts.dragToRate : ''}</span>
        <span>{scoreMax}</span>
      </div>
    </div>
  );
}
