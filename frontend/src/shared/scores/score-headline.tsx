import { type Photo, PRODUCT } from '@candid/contracts';
import { scoreTexts } from '../../lib/texts/scores';
import { ScoreReading } from './score-reading';
import { useConfidenceRange } from './use-score-details';

/** The one headline of a rated photo, with a warning while its ratings are too few for a decision. */
export function ScoreHeadline({ photo }: { photo: Photo }) {
  const fairScore = useConfidenceRange(photo._id, photo.timesRated > 0).data?.fairScore;
  return (
    <div className="grid min-w-0 flex-1 grid-cols-1 gap-2">
      <ScoreReading photo={photo} fairScore={fairScore} large />
      {photo.timesRated < PRODUCT.plannerRatingsMin && (
        <p className="text-14 font-bold">{scoreTexts.early(photo.timesRated, assessorsAsked(photo))}</p>
      )}
    </div>
  );
}

const assessorsAsked = ({ section, timesRated, testLimit, testTimesRated }: Photo): number =>
  section === 'testing' ? timesRated + Math.max(0, testLimit - testTimesRated) : timesRated;
