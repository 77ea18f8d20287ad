import type { Catalogue, CommentTriple, ComparedPhotos, Photo as PhotoRecord } from '@candid/contracts';
import { CircleCheck, Scale } from 'lucide-react';
import { Link } from 'react-router-dom';
import { commentsTexts } from '../../../lib/texts/comments';
import { compareTexts } from '../../../lib/texts/results';
import { scoreTexts } from '../../../lib/texts/scores';
import { findPhrase, type GroupReading, panelOrder, readGroup } from '../../../shared/comments/comments';
import { useCatalogue } from '../../../shared/comments/use-catalogue';
import { Photo, PositionMark } from '../../../shared/photos/photo';
import { comparisonOf, type Verdict, verdictOf } from '../../../shared/scores/comparison';
import { tallestOf } from '../../../shared/scores/distribution';
import { ScoreChart, scoreChartPx } from '../../../shared/scores/score-chart';
import { PhotoChip } from '../../../shared/scores/score-chip';
import { ScoreReading } from '../../../shared/scores/score-reading';
import { useRatingDetails } from '../../../shared/scores/use-score-details';
import { LinkButton } from '../../../ui/button/button';
import { classNames } from '../../../ui/dom/dom';
import { Notice } from '../../../ui/notice/notice';
import { Skeleton } from '../../../ui/skeleton/skeleton';

interface PhotoPairProps {
  photos: readonly [PhotoRecord, PhotoRecord];
  compared: ComparedPhotos;
}

export function PhotoPair({ photos, compared }: PhotoPairProps) {
  const scores = new Map(compared.fairScores.map((one) => [one.photoId as string, one]));
  const details = [useRatingDetails(photos[0]), useRatingDetails(photos[1])] as const;
  const tallest = Math.max(1, ...details.map(({ scores }) => tallestOf(scores ?? [])));
  return (
    <section className="grid gap-4" aria-label={compareTexts.sideBySide}>
      <PairVerdict photos={photos} compared={compared} />
      <div className="grid grid-cols-2 gap-x-3 gap-y-4 wide:gap-6">
        {photos.map((photo, index) => {
          const found = scores.get(photo._id);
          return (
            <article
              key={photo._id}
              className="grid min-w-0 content-start gap-2 wide:grid-cols-2 wide:gap-4"
              aria-label={compareTexts.position(index + 1)}
            >
              <Link to={`/profile?photo=${photo._id}`} className="relative block rounded-16">
                <Photo source={photo} alt={compareTexts.open(index + 1)} sizes="(min-width: 900px) 320px, 50vw" eager />
                <PositionMark position={index + 1} />
                <PhotoChip photo={photo} size="m" />
              </Link>
              <div className="grid min-w-0 content-start gap-2">
                <ScoreReading photo={photo} fairScore={found?.fairScore} audienceScore={found?.audienceScore} />
                <PairScores {...details[index === 0 ? 0 : 1]} tallest={tallest} />
              </div>
            </article>
          );
        })}
      </div>
      <p className="text-14 text-ink-soft">{scoreTexts.blocksMean}</p>
      <PairComments photos={photos} />
    </section>
  );
}

function PairVerdict({ photos, compared }: PhotoPairProps) {
  const verdict = pairVerdict(photos, compared);
  if (!verdict) return null;
  const Sign = verdict.kind === 'better' ? CircleCheck : Scale;
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center gap-3 rounded-12 p-4 text-20 leading-[1.3] [&_a]:bg-surface! [&_svg]:size-6 [&_svg]:flex-none',
        verdict.kind === 'better' ? 'bg-success-soft text-success' : 'bg-tone',
      )}
    >
      <Sign aria-hidden="true" />
      <h2 className="flex-[1_1_180px]">{verdictInWords(photos, compared)}</h2>
      <WayOn verdict={verdict} photos={photos} />
    </div>
  );
}

/** Links to the better photo. If more ratings could decide the pair, links to the photo with fewer ratings. */
function WayOn({ verdict, photos: [first, second] }: { verdict: Verdict; photos: PhotoPairProps['photos'] }) {
  if (verdict.kind === 'close' && verdict.assessors === null) return null;
  const fewer = first.timesRated <= second.timesRated ? first : second;
  const photoId = verdict.kind === 'better' ? verdict.photoId : fewer._id;
  return (
    <LinkButton size="s" to={`/profile?photo=${photoId}`}>
      {verdict.kind === 'better' ? compareTexts.toBetter(photoId === first._id ? 1 : 2) : compareTexts.askMore}
    </LinkButton>
  );
}

function pairVerdict([first, second]: PhotoPairProps['photos'], { comparisons }: ComparedPhotos): Verdict | undefined {
  const comparison = comparisonOf(comparisons, first._id, second._id);
  return comparison && verdictOf(comparison);
}

export function verdictInWords(photos: PhotoPairProps['photos'], compared: ComparedPhotos): string {
  const verdict = pairVerdict(photos, compared);
  if (!verdict) return '';
  if (verdict.kind === 'close') return compareTexts.close(verdict.assessors);
  return compareTexts.better(verdict.photoId === photos[0]._id ? 1 : 2, verdict.percent);
}

type PairScoresProps = Pick<ReturnType<typeof useRatingDetails>, 'scores' | 'average' | 'adjusted'> & {
  tallest: number;
};

function PairScores({ scores, average, adjusted, tallest }: PairScoresProps) {
  if (scores === undefined) return <Skeleton height={scoreChartPx} />;
  return (
    <div>
      {scores === null && <p className="text-14 text-ink-soft">{scoreTexts.ratingsFailed}</p>}
      <ScoreChart scores={scores ?? []} average={average} adjusted={adjusted} tallest={tallest} />
    </div>
  );
}

const shownMax = 6;

function PairComments({ photos: [first, second] }: { photos: readonly [PhotoRecord, PhotoRecord] }) {
  const catalogue = useCatalogue();
  const differences = catalogue.data && commentDifferences(first.comments, second.comments, catalogue.data);
  return (
    <section className="grid gap-3" aria-label={compareTexts.differences}>
      <h2>{compareTexts.differences}</h2>
      {catalogue.isLoadingError && <Notice tone="danger">{commentsTexts.failed}</Notice>}
      {catalogue.isPending && <Skeleton height={120} />}
      {differences?.length === 0 && <p className="text-ink-soft">{compareTexts.noDifferences}</p>}
      {differences && differences.length > 0 && (
        <ul className="grid">
          {differences.slice(0, shownMax).map(({ phraseId, phrase, isScale, sayings }) => (
            <li key={phraseId} className="grid grid-cols-2 gap-x-3 gap-y-1 border-t border-t-line py-3 wide:gap-x-6">
              <h3 className="col-span-full text-14 font-medium tracking-normal text-ink-soft">{phrase}</h3>
              {sayings.map((saying, index) => (
                <p key={index === 0 ? 'first' : 'second'} className="grid content-start leading-[1.3] wrap-anywhere">
                  <span className="sr-only">{compareTexts.position(index + 1)}</span>
                  {saying && isScale && (
                    <strong className={saying.reading.tone === 'praise' ? 'text-success' : undefined}>
                      {saying.reading.label}
                    </strong>
                  )}
                  <span className="text-14 text-ink-soft">
                    {saying ? commentsTexts.said(saying) : compareTexts.notSaid}
                  </span>
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface Difference {
  readonly phraseId: number;
  readonly phrase: string;
  readonly isScale: boolean;
  readonly sayings: readonly [GroupReading | null, GroupReading | null];
}

/** Averages on the same side of the scale count as equal if they differ by less than this. */
const apartMin = 5;
/** Smallest number of comments with which a phrase of only one photo counts as a difference. */
const loneTimesMin = 2;

/** Returns phrases whose comments differ between two photos, or that only one photo has; clearest difference first. */
export function commentDifferences(
  one: readonly CommentTriple[],
  other: readonly CommentTriple[],
  catalogue: Catalogue,
): Difference[] {
  const [first, second] = [panelOrder(one), panelOrder(other)];
  const phraseIds = new Set([...first, ...second].map(({ phraseId }) => phraseId));
  const pairs = [...phraseIds].flatMap((phraseId): { difference: Difference; weight: number }[] => {
    const groups = [first, second].map((groups) => groups.find((group) => group.phraseId === phraseId));
    const known = groups.find((group) => group !== undefined);
    const phrase = known && findPhrase(catalogue, known.sectionId, phraseId);
    if (!phrase) return [];
    const [left, right] = groups.map((group) => (group ? readGroup(phrase, group) : null));
    const [leftAverage, rightAverage] = groups.map((group) => group?.average);
    const times = (left?.times ?? 0) + (right?.times ?? 0);
    const sayings = [left ?? null, right ?? null] as const;
    const difference = { phraseId, phrase: phrase.phrase, isScale: phrase.isScale, sayings };
    const undecided = sayings.some((saying) => saying?.reading.tone === 'neither' && !saying.opinionsDiffer);
    if (leftAverage === undefined || rightAverage === undefined) {
      return times >= loneTimesMin && !undecided ? [{ difference, weight: times }] : [];
    }
    const apart = Math.abs(leftAverage - rightAverage);
    const otherEnd = !undecided && left?.reading.label !== right?.reading.label;
    return otherEnd || apart >= apartMin ? [{ difference, weight: apart * times }] : [];
  });
  return pairs.sort((a, b) => b.weight - a.weight).map(({ difference }) => difference);
}
