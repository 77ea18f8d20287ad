import type { Photo as PhotoRecord } from '@candid/contracts';
import { type ReactNode, useState } from 'react';
import { useUserId } from '../../../lib/session/use-session';
import { commentsTexts } from '../../../lib/texts/comments';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { firstResultsTexts } from '../../../lib/texts/first-steps';
import { compareTexts } from '../../../lib/texts/results';
import { scoreTexts } from '../../../lib/texts/scores';
import { CommentRow, CommentRowSkeleton } from '../../../shared/comments/comment-row';
import { useCatalogue } from '../../../shared/comments/use-catalogue';
import { Photo, PositionMark } from '../../../shared/photos/photo';
import { shownAverage, wholeInterval, wholeScore } from '../../../shared/scores/adjusted-score';
import { useComparison } from '../../../shared/scores/comparison';
import { PhotoChip, ScoreChip } from '../../../shared/scores/score-chip';
import { ScoreReading } from '../../../shared/scores/score-reading';
import { Button } from '../../../ui/button/button';
import { focusMain } from '../../../ui/dom/dom';
import { LoadProblem, Pending } from '../../../ui/notice/load-problem';
import { Sheet } from '../../../ui/sheet/sheet';
import { type BestPhotos, bestOf, firstResultsSeen, type HighlightedPhrase, highlightsOf } from '../first-results';

interface FirstResultsProps {
  photos: readonly PhotoRecord[];
  onChoose: () => void;
  /** Called when the card disappears, seen or put off. */
  onHide: () => void;
}

/** Offers the first results on a card that opens a sheet. Until they are seen, the card comes back at each visit. */
export default function FirstResults({ photos, onChoose, onHide }: FirstResultsProps) {
  const userId = useUserId();
  const [hidden, setHidden] = useState(() => firstResultsSeen.of(userId) !== null);
  const [open, setOpen] = useState(false);
  const rated = photos.filter(({ fairScore }) => fairScore !== null);
  const hide = () => {
    setOpen(false);
    setHidden(true);
    onHide();
  };
  const finish = () => {
    hide();
    firstResultsSeen.set(userId, true);
  };
  if (rated.length === 0) return null;
  return (
    <>
      {!hidden && (
        <section className="mb-3 grid gap-1 rounded-16 bg-accent-soft p-4" aria-label={firstResultsTexts.arrived}>
          <h2 className="text-20">{firstResultsTexts.arrived}</h2>
          <p>{firstResultsTexts.arrivedLead}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button variant="primary" onClick={() => setOpen(true)}>
              {firstResultsTexts.open}
            </Button>
            <Button
              variant="quiet"
              onClick={() => {
                focusMain();
                hide();
              }}
            >
              {firstResultsTexts.later}
            </Button>
          </div>
        </section>
      )}
      <Sheet
        open={open}
        onClose={finish}
        title={firstResultsTexts.title}
        footer={
          <>
            <p className="text-14 text-ink-soft">{firstResultsTexts.next}</p>
            <Button
              variant="primary"
              block
              onClick={() => {
                finish();
                onChoose();
              }}
            >
              {dashboardTexts.chooseFirst}
            </Button>
          </>
        }
      >
        <Reveal photos={rated} />
      </Sheet>
    </>
  );
}

/** Shows the best photo, a strength and a suggestion; then explains each number. */
function Reveal({ photos }: { photos: readonly PhotoRecord[] }) {
  const comparison = useComparison(photos.map(({ _id }) => _id));
  if (photos.length > 1 && !comparison.data)
    return <Pending query={comparison} problem={compareTexts.failed} height={revealPx} />;
  const best = comparison.data ? bestOf(photos, comparison.data) : { photos, verdict: null, next: null };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: no element inside takes the focus, and arrow keys scroll it
    <section className="grid gap-6" tabIndex={0} aria-label={firstResultsTexts.title}>
      {best.photos.length > 1 ? <Tied {...best} /> : <Best {...best} compared={photos.length} />}
      <Said photos={best.photos} />
      {best.photos[0] && <Meanings photo={best.photos[0]} isOneOf={best.photos.length > 1} />}
    </section>
  );
}

/** Height of the photo beside its score, with two comments. */
const revealPx = 420;

function Best({ photos: [photo], verdict, next, compared }: BestPhotos & { compared: number }) {
  if (!photo) return null;
  const nextAverage = next && shownAverage(next);
  return (
    <section className="grid grid-cols-[minmax(0,0.7fr)_minmax(0,1fr)] items-center gap-4">
      <BestPhoto photo={photo} alt={firstResultsTexts.best} />
      <div className="grid min-w-0 gap-2">
        <h3 className="text-20">{verdict ? firstResultsTexts.best : firstResultsTexts.bestOnly}</h3>
        <ScoreReading photo={photo} />
      </div>
      {verdict?.kind === 'better' && (
        <div className="col-span-full grid gap-1">
          <p>{firstResultsTexts.better(verdict.percent, compared)}</p>
          {next?.fairScore && nextAverage !== null && (
            <p className="text-14 text-ink-soft">
              {firstResultsTexts.otherPhoto(nextAverage, wholeScore(next.fairScore.score), compared)}
            </p>
          )}
        </div>
      )}
    </section>
  );
}

function Tied({ photos, verdict }: BestPhotos) {
  return (
    <section className="grid min-w-0 gap-2">
      <h3 className="text-20">{firstResultsTexts.tied}</h3>
      {verdict?.kind === 'close' && <p>{compareTexts.close(verdict.assessors)}</p>}
      <p>{firstResultsTexts.chooseAny(photos.length)}</p>
      <div className="grid grid-cols-2 gap-3">
        {photos.map((photo, index) => (
          <div key={photo._id} className="grid min-w-0 gap-2">
            <BestPhoto photo={photo} alt={compareTexts.position(index + 1)} position={index + 1} />
            <ScoreReading photo={photo} />
          </div>
        ))}
      </div>
    </section>
  );
}

/** `position` numbers the photo, so that sentences can name it. */
function BestPhoto({ photo, alt, position }: { photo: PhotoRecord; alt: string; position?: number }) {
  return (
    <div className="relative animate-reveal">
      <Photo source={photo} alt={alt} sizes="200px" eager />
      {position && <PositionMark position={position} />}
      <PhotoChip photo={photo} size="m" />
    </div>
  );
}

function Said({ photos }: Pick<BestPhotos, 'photos'>) {
  const catalogue = useCatalogue();
  if (catalogue.isLoadingError) return <LoadProblem text={commentsTexts.failed} onRetry={catalogue.refetch} />;
  const highlights = catalogue.data && highlightsOf(photos, catalogue.data);
  return (
    <div className="grid gap-5">
      <Highlight
        title={commentsTexts.worksWell}
        phrase={highlights?.strength}
        photos={photos.length}
        none={firstResultsTexts.noStrength}
      />
      <Highlight
        title={firstResultsTexts.tryThis}
        phrase={highlights?.suggestion}
        photos={photos.length}
        none={firstResultsTexts.noSuggestion}
      />
    </div>
  );
}

interface HighlightProps {
  title: string;
  /** Phrase to show; null if no comment fits, undefined while loading. */
  phrase: HighlightedPhrase | null | undefined;
  /** Number of photos that the comments are about. */
  photos: number;
  none: string;
}

function Highlight({ title, phrase, photos, none }: HighlightProps) {
  return (
    <section className="grid min-w-0 gap-2" aria-label={title}>
      <h3 className="text-16">{title}</h3>
      {phrase === undefined && <CommentRowSkeleton />}
      {phrase === null && <p className="text-14 text-ink-soft">{none}</p>}
      {phrase && <CommentRow title={phrase.phrase} reading={phrase.reading} note={noteOf(phrase, photos)} />}
    </section>
  );
}

/** Names the photos that the phrase is about, unless there is only one. */
function noteOf(phrase: HighlightedPhrase, photos: number): string {
  const said = commentsTexts.said(phrase);
  if (photos === 1) return said;
  const names = phrase.on.map((index) => compareTexts.position(index + 1)).join(', ');
  return firstResultsTexts.onSome(phrase.on.length === photos ? firstResultsTexts.onAll(photos) : names, said);
}

function Meanings({ photo, isOneOf }: { photo: PhotoRecord; isOneOf: boolean }) {
  const { fairScore } = photo;
  if (!fairScore) return null;
  const { averageMeans, adjustedScoreMeans, likelyRangeMeans, assessorsMean } = firstResultsTexts;
  return (
    <section className="grid min-w-0 gap-2" aria-label={firstResultsTexts.meanings}>
      <h3 className="text-16">{isOneOf ? firstResultsTexts.meaningsOf(1) : firstResultsTexts.meanings}</h3>
      <ul className="grid gap-2">
        <Meaning title={scoreTexts.average} text={averageMeans}>
          <ScoreChip score={shownAverage(photo)} range={photo.originalRange} />
        </Meaning>
        <Meaning title={scoreTexts.fairScore} text={adjustedScoreMeans}>
          {wholeScore(fairScore.score)}
        </Meaning>
        <Meaning title={firstResultsTexts.likelyRange} text={likelyRangeMeans}>
          {scoreTexts.span(wholeInterval(fairScore))}
        </Meaning>
        <Meaning title={firstResultsTexts.assessors} text={assessorsMean}>
          {fairScore.raters}
        </Meaning>
      </ul>
    </section>
  );
}

function Meaning({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-3 rounded-12 bg-tone p-3">
      <span className="justify-self-center text-16 font-heavy whitespace-nowrap tabular-nums">{children}</span>
      <div>
        <h4 className="text-14">{title}</h4>
        <p className="text-14 text-ink-soft">{text}</p>
      </div>
    </li>
  );
}
