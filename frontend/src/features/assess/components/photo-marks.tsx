import type { AssessedPhoto } from '@candid/contracts';
import { Award, Flag } from 'lucide-react';
import { assessTexts } from '../../../lib/texts/assess';
import { safetyTexts } from '../../../lib/texts/safety';
import { ScoreChip } from '../../../shared/scores/score-chip';
import { averageOf } from '../../../shared/scores/scores';
import { IconButton } from '../../../ui/icon-button/icon-button';

export function BenchmarkMark({ average }: { average: number | null }) {
  return (
    <span className="absolute top-3 left-3 inline-flex min-h-8.5 items-center gap-2 rounded-pill bg-scrim py-1 pr-1.5 pl-2.5 text-14 font-medium text-on-scrim [&_svg]:size-4.5">
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

/** Reports a photo. The button is in the photo's lower corner, so that it does not cover a face. */
export function FlagButton({ position, onReport }: { position: number; onReport: () => void }) {
  return (
    <IconButton
      variant="scrim"
      size="fine"
      floating
      className="right-3 bottom-3"
      label={safetyTexts.flag(position)}
      icon={<Flag />}
      aria-haspopup="dialog"
      onClick={onReport}
    />
  );
}
