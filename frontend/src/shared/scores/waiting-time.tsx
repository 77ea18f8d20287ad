import type { Photo } from '@candid/contracts';
import { formatMinutes } from '../../lib/format/format';
import { waitingTexts } from '../../lib/texts/waiting';
import { remainingMinutes } from './scores';

type Running = Pick<Photo, 'testLimit' | 'testTimesRated'>;

/** Says when the first or the next rating of running assessments is expected, and when all ratings are. */
export function WaitingTime({ photos }: { photos: readonly Running[] }) {
  const all = formatMinutes(
    Math.max(...photos.map((photo) => remainingMinutes(photo.testLimit, photo.testTimesRated))),
  );
  const begun = photos.some(({ testTimesRated }) => testTimesRated > 0);
  return <>{begun ? waitingTexts.next(all) : waitingTexts.first(all)}</>;
}
