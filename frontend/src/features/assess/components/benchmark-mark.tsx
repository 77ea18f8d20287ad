import { Award } from 'lucide-react';
import { assessTexts } from '../../../lib/texts/assess';
import { ScoreChip } from '../../../ui/score-chip/score-chip';
import styles from './photo-carousel.module.css';

/** Marks a photo that is only an example, with the average it has. */
export function BenchmarkMark({ average }: { average: number | null }) {
  return (
    <span className={styles.benchmark}>
      <Award aria-hidden="true" />
      {assessTexts.benchmark}
      {average !== null && <ScoreChip score={average} size="s" />}
    </span>
  );
}
