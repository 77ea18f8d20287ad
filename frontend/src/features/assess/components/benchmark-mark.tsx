import type { AssessedPhoto } from '@candid/contracts';
import { Award } from 'lucide-react';
import { assessTexts } from '../../../lib/texts/assess';
import { ScoreChip } from '../../../shared/scores/score-chip';
import { averageOf } from '../../../shared/scores/scores';
import styles from './photo-carousel.module.css';

/** Marks a photo that only serves as an example, and shows its average. */
export function BenchmarkMark({ average }: { average: number | null }) {
  return (
    <span className={styles.benchmark}>
      <Award aria-hidden="true" />
      {assessTexts.benchmark}
      {average !== null && <ScoreChip score={average} size="s" />}
    </span>
  );
}

export function benchmarkAverage(photo: AssessedPhoto): number | null {
  if (photo.totalScore === undefined || !photo.timesRated) return null;
  return averageOf({ totalScore: photo.totalScore, timesRated: photo.timesRated });
}
