import type { ComparedPhotos, Photo as PhotoRecord } from '@candid/contracts';
import { ArrowUp, Scale, Trophy } from 'lucide-react';
import { Link } from 'react-router-dom';
import { compareTexts } from '../../../lib/texts/results';
import { Photo } from '../../../shared/photos/photo';
import { assessorsToTellApart, comparisonOf, placesOf, verdictOf } from '../../../shared/scores/comparison';
import { PhotoChip } from '../../../shared/scores/score-chip';
import { ScoreReading } from '../../../shared/scores/score-reading';

const noteClass = 'flex items-center gap-2 text-14 leading-[1.35] text-ink-soft [&_svg]:size-4 [&_svg]:flex-none';

/** Several photos, best first. Photos without a clear difference share a place. */
export function PhotoOrder({ photos, compared }: { photos: readonly PhotoRecord[]; compared: ComparedPhotos }) {
  const places = placesOf(compared.ranking);
  return (
    <section className="grid gap-3" aria-label={compareTexts.order}>
      <h2>{compareTexts.order}</h2>
      <ol className="grid grid-cols-1 items-start gap-3 wide:grid-cols-2">
        {compared.ranking.map((group, index) => {
          const members = group.flatMap((photoId) => photos.find(({ _id }) => _id === photoId) ?? []);
          const [first] = group;
          if (!first || members.length === 0) return null;
          const place = places.get(first) ?? index + 1;
          const tied = members.length > 1;
          const lead = leadOver(compared.ranking[index + 1] ?? [], group, compared.comparisons);
          return (
            <li key={first} className="grid grid-cols-1 gap-3 rounded-16 border border-line bg-surface p-4">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <span className="font-bold tabular-nums">
                  {tied ? compareTexts.tiedPlace(place) : compareTexts.place(place)}
                </span>
                {index === 0 && (
                  <span className="inline-flex items-center gap-1 rounded-pill bg-accent-soft px-2.5 py-0.5 text-14 font-bold text-accent-ink [&_svg]:size-4 [&_svg]:flex-none">
                    <Trophy aria-hidden="true" />
                    {tied ? compareTexts.leadAny : compareTexts.leadPhoto}
                  </span>
                )}
              </div>
              <ul className="grid grid-cols-1 gap-3">
                {members.map((photo) => (
                  <Member key={photo._id} photo={photo} compared={compared} />
                ))}
              </ul>
              {tied && (
                <p className={noteClass}>
                  <Scale aria-hidden="true" /> {compareTexts.close(assessorsToTellApart(group, compared.comparisons))}
                </p>
              )}
              {lead !== null && (
                <p className={noteClass}>
                  <ArrowUp aria-hidden="true" /> {compareTexts.ahead(members.length, lead)}
                </p>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** How sure it is, in percent, that each photo is better than each of the next place; null if that is not clear. */
export function leadOver(
  next: readonly string[],
  photos: readonly string[],
  comparisons: ComparedPhotos['comparisons'],
) {
  const verdicts = photos.flatMap((photo) => next.map((other) => comparisonOf(comparisons, photo, other)));
  const sure = verdicts.map((comparison) => {
    const verdict = comparison && verdictOf(comparison);
    return verdict?.kind === 'better' ? verdict.percent : null;
  });
  return sure.length === 0 || sure.includes(null) ? null : Math.min(...sure.map(Number));
}

function Member({ photo, compared }: { photo: PhotoRecord; compared: ComparedPhotos }) {
  const scores = compared.fairScores.find(({ photoId }) => photoId === photo._id);
  return (
    <li>
      <Link
        to={`/profile?photo=${photo._id}`}
        className="flex flex-wrap items-center gap-3 rounded-12 text-inherit no-underline"
      >
        <span className="relative w-[4.5rem] flex-none">
          <Photo source={photo} alt={compareTexts.yourPhoto} sizes="72px" corners="small" />
          <PhotoChip photo={photo} />
        </span>
        <span className="min-w-0 flex-[1_1_7.5rem]">
          <ScoreReading photo={photo} fairScore={scores?.fairScore} audienceScore={scores?.audienceScore} />
        </span>
      </Link>
    </li>
  );
}
