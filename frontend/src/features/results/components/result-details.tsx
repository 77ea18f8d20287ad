import type { Photo } from '@candid/contracts';
import { useVoteDetails } from '../../../lib/scores/use-vote-details';
import { errorTexts } from '../../../lib/texts/errors';
import { Button } from '../../../ui/button/button';
import { ScoreDetails } from '../../../ui/score-details/score-details';

/** The picture of a rated photo's ratings, of all its assessments. */
export function ResultDetails({ photo }: { photo: Photo }) {
  const { refetch, ...details } = useVoteDetails(photo);
  return (
    <ScoreDetails
      {...details}
      retry={
        <Button size="s" onClick={() => refetch()}>
          {errorTexts.retry}
        </Button>
      }
    />
  );
}
