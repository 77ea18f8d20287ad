import { type AssessedPhoto, type Catalogue, PRODUCT } from '@candid/contracts';
import { MessageSquarePlus, Minus, Plus } from 'lucide-react';
import { type ComponentProps, type CSSProperties, type RefObject, useEffect, useRef } from 'react';
import { assessTexts } from '../../../lib/texts/assess';
import { findPhrase, readComment } from '../../../shared/comments/comments';
import { unpick } from '../../../shared/comments/picking';
import { Photo } from '../../../shared/photos/photo';
import { ScoreChip } from '../../../shared/scores/score-chip';
import { bandOf, placeOf, scoreMax, scoreMin, scoreUntouched } from '../../../shared/scores/scores';
import { Button } from '../../../ui/button/button';
import { classNames } from '../../../ui/dom/dom';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { Sheet } from '../../../ui/sheet/sheet';
import { useLingering } from '../../../ui/sheet/use-lingering';
import { Slider } from '../../../ui/slider/slider';
import { cardId, cardOf, sliderIn, useRatingKeys, useReportKey } from '../hooks/assessment-keys';
import type { useDraft } from '../hooks/use-draft';
import { offeredSections, phrasesOf } from '../offered-phrases';
import { entryOf, missingFor, type OpenAssessment, type PhotoEntry, photosToRate } from '../open-assessment';
import { BenchmarkMark, benchmarkAverage, FlagButton } from './photo-marks';
import { PhrasePicker, PickedComments, PicksCount } from './phrase-picker';

export const keysHintClass =
  'hidden px-4 pb-3 text-14 text-ink-soft wide:text-center [@media(hover:hover)]:pointer-fine:block';
/** On wide screens, a card is narrow enough to show its photo, slider and comments above the bar. */
export const cardsClass =
  'grid flex-1 content-start gap-2 pb-6 wide:grid-cols-[repeat(auto-fit,clamp(280px,(100dvh_-_410px)_*_0.8,460px))] wide:justify-center wide:gap-6';
const cardClass = 'overflow-hidden bg-surface wide:rounded-24 wide:border wide:border-line';

export interface QuestionsProps {
  assessment: OpenAssessment;
  catalogue: Catalogue;
  draft: ReturnType<typeof useDraft>;
  /** True while no dialog is open; keys then rate or turn the photos. */
  keys: boolean;
  onPictureLost: () => void;
  onReport: (photo: AssessedPhoto) => void;
}

interface PhotoCardsProps extends QuestionsProps {
  submitButton: RefObject<HTMLButtonElement | null>;
}

export function PhotoCards(props: PhotoCardsProps) {
  const { assessment, catalogue, draft, keys, submitButton, onPictureLost, onReport } = props;
  const photos = [...assessment.photos, ...assessment.benchmarkPhotos];
  const rated = photosToRate(photos);
  const { entries, place } = draft;
  const commented = rated.find(({ _id }) => place.picking && _id === place.photoId) ?? null;
  const picker = useLingering(commented);
  const position = (photoId: string) => photos.findIndex(({ _id }) => _id === photoId) + 1;

  // Scrolls back to the photo of `place` after a reload or a new log-in.
  const returningTo = useRef(place.photoId);
  useEffect(() => {
    if (returningTo.current) cardOf(returningTo.current)?.scrollIntoView({ block: 'start' });
  }, []);

  const current = () => rated.find(({ _id }) => _id === place.photoId) ?? rated[0];
  const visit = (photoId: string) => {
    cardOf(photoId)?.scrollIntoView({ block: 'nearest' });
    (sliderIn(photoId) ?? cardOf(photoId)?.querySelector('button'))?.focus();
    draft.move({ photoId });
  };
  const goOn = () => {
    const here = current();
    if (here && !cardOf(here._id)?.contains(document.activeElement)) return visit(here._id);
    const at = rated.findIndex(({ _id }) => _id === here?._id);
    const next = rated[at + 1];
    if (next) return visit(next._id);
    const lacking = rated.find((photo) => {
      const missing = missingFor(photo, entryOf(entries, photo._id));
      return missing.rating || missing.comments > 0;
    });
    if (!lacking) return submitButton.current?.click();
    if (missingFor(lacking, entryOf(entries, lacking._id)).rating) visit(lacking._id);
    else draft.move({ photoId: lacking._id, picking: true });
  };
  useRatingKeys({
    enabled: keys && commented === null,
    currentId: () => current()?._id ?? null,
    onNext: goOn,
    onComment: () => {
      const photo = current();
      if (photo && photo.minComments > 0) draft.move({ photoId: photo._id, picking: true });
    },
  });

  useReportKey(keys && commented === null, () => {
    const photo = current();
    if (photo) onReport(photo);
  });

  return (
    <>
      <p className={keysHintClass}>{assessTexts.keysHint}</p>
      <ul className={cardsClass}>
        {photos.map((photo) => (
          <li
            key={photo._id}
            id={cardId(photo._id)}
            className="scroll-mt-4 scroll-mb-40"
            onFocus={() => place.photoId !== photo._id && rated.includes(photo) && draft.move({ photoId: photo._id })}
          >
            <AssessedCard
              photo={photo}
              position={position(photo._id)}
              count={photos.length}
              catalogue={catalogue}
              entry={entryOf(entries, photo._id)}
              onRate={(rating) => draft.change(photo._id, { rating })}
              onComment={() => draft.move({ photoId: photo._id, picking: true })}
              onPictureLost={onPictureLost}
              onReport={() => onReport(photo)}
            />
          </li>
        ))}
      </ul>
      {picker.shown && (
        <CommentPicker
          key={picker.shown._id}
          open={picker.open}
          photo={picker.shown}
          position={position(picker.shown._id)}
          catalogue={catalogue}
          picks={entryOf(entries, picker.shown._id).comments}
          sectionId={place.sectionId}
          onSection={(sectionId) => draft.move({ sectionId })}
          onChange={(comments) => commented && draft.change(commented._id, { comments })}
          onClose={() => draft.move({ picking: false })}
        />
      )}
    </>
  );
}

interface CommentPickerProps extends Omit<ComponentProps<typeof PhrasePicker>, 'sections' | 'picksMax'> {
  open: boolean;
  photo: AssessedPhoto;
  position: number;
  catalogue: Catalogue;
  onClose: () => void;
}

function CommentPicker({ open, photo, position, catalogue, onClose, ...picking }: CommentPickerProps) {
  const { picks, onChange } = picking;
  const sections = offeredSections(catalogue, photo);
  const picksMax = PRODUCT.commentsPerPhotoMax;
  return (
    <Sheet
      open={open}
      height="full"
      wide
      onClose={onClose}
      title={assessTexts.commentsOf(position)}
      description={
        <>
          <strong className="block text-ink">{assessTexts.question}</strong>
          <span>{assessTexts.pickerHint}</span>
        </>
      }
      footer={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <PicksCount count={picks.length} max={picksMax} />
          <Button variant="primary" disabled={picks.length === 0} onClick={onClose}>
            {assessTexts.done}
          </Button>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-2 wide:grid-cols-[minmax(0,380px)_minmax(0,1fr)] wide:gap-8 tall-phone:flex tall-phone:flex-col">
        <div className="flex items-center gap-3 wide:sticky wide:top-0 wide:flex-col wide:items-stretch wide:self-start tall-phone:contents">
          <div className="w-19 flex-none wide:w-[min(100%,40dvh)] tall-phone:sticky tall-phone:top-0 tall-phone:z-1 tall-phone:-mx-5 tall-phone:grid tall-phone:w-auto tall-phone:justify-items-center tall-phone:bg-tone tall-phone:[&>:first-child]:w-[min(100%,var(--photo-kept)_*_0.8)] tall-phone:[&>:first-child]:rounded-none">
            <Photo source={photo} alt="" sizes="(min-width: 900px) 360px, 280px" corners="small" />
          </div>
          <PickedComments
            picks={picks}
            catalogue={catalogue}
            onRemove={(phraseId) => onChange(unpick(picks, phraseId, phrasesOf(sections)))}
          />
        </div>
        <div className="min-w-0 tall-phone:[&_:focus-visible]:scroll-mt-[calc(var(--photo-kept)+16px)]">
          <PhrasePicker sections={sections} picksMax={picksMax} {...picking} />
        </div>
      </div>
    </Sheet>
  );
}

interface AssessedCardProps {
  photo: AssessedPhoto;
  position: number;
  count: number;
  catalogue: Catalogue;
  entry: PhotoEntry;
  onRate: (rating: number) => void;
  onComment: () => void;
  onPictureLost: () => void;
  onReport: () => void;
}

const sizes = '(min-width: 900px) 480px, 100vw';

function AssessedCard(props: AssessedCardProps) {
  const { photo, position, count, catalogue, entry, onRate, onComment, onPictureLost } = props;
  const flag = <FlagButton position={position} onReport={props.onReport} />;
  const alt = assessTexts.photo(position, count);
  if (photo.isBenchmark || photo.section !== 'testing') {
    return (
      <div className={cardClass}>
        <div className="relative">
          <Photo source={photo} alt={alt} sizes={sizes} corners="edge" onLost={onPictureLost}>
            <BenchmarkMark average={benchmarkAverage(photo)} />
          </Photo>
          {flag}
        </div>
      </div>
    );
  }
  const commentable = photo.minComments > 0;
  const missing = photo.minComments - entry.comments.length;
  const picture = (
    <Photo source={photo} alt={alt} sizes={sizes} eager={position <= 2} corners="edge" onLost={onPictureLost} />
  );
  return (
    <section className={cardClass} aria-label={alt}>
      <div className="relative">
        {commentable ? (
          <button
            type="button"
            className="block w-full border-0 bg-transparent p-0 focus-visible:-outline-offset-4"
            aria-label={assessTexts.commentsOf(position)}
            onClick={onComment}
          >
            {picture}
          </button>
        ) : (
          picture
        )}
        {flag}
      </div>
      <div className="grid gap-3 px-4 pt-3 pb-5">
        {photo.ratingRequired && <RatingSlider position={position} rating={entry.rating} onRate={onRate} />}
        {commentable && (
          <div className="flex flex-wrap items-center gap-2">
            {entry.comments.map(([sectionId, phraseId, score]) => {
              const phrase = findPhrase(catalogue, sectionId, phraseId);
              return (
                phrase && (
                  <span
                    key={phraseId}
                    className="rounded-pill bg-accent-soft px-3 py-1.5 text-14 leading-[1.3] [&_strong]:font-bold"
                  >
                    <strong>{phrase.phrase}</strong>
                    {phrase.isScale && ` ${readComment(phrase, score).label}`}
                  </span>
                )
              );
            })}
            <Button size="s" icon={<MessageSquarePlus />} onClick={onComment}>
              {entry.comments.length > 0 ? assessTexts.editComments : assessTexts.addComments}
            </Button>
            {missing > 0 && <span className="text-14 text-ink-soft">{assessTexts.commentsNeeded(missing)}</span>}
          </div>
        )}
      </div>
    </section>
  );
}

const ticks = [scoreMin, 5, 10, 15, scoreMax];

interface RatingSliderProps {
  position: number;
  rating: number | null;
  onRate: (rating: number) => void;
}

export function RatingSlider({ position, rating, onRate }: RatingSliderProps) {
  const step = (by: 1 | -1) => {
    const from = rating ?? scoreUntouched;
    onRate(Math.min(scoreMax, Math.max(scoreMin, by > 0 ? Math.floor(from) + 1 : Math.ceil(from) - 1)));
  };
  return (
    <fieldset className="grid min-w-0 grid-cols-[var(--spacing-target)_minmax(0,1fr)_var(--spacing-target)_auto] items-center gap-x-2">
      <legend className="mb-1 p-0 font-bold">{assessTexts.question}</legend>
      <IconButton
        variant="tone"
        label={assessTexts.lower(position)}
        icon={<Minus />}
        disabled={rating === scoreMin}
        onClick={() => step(-1)}
      />
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
      <IconButton
        variant="tone"
        label={assessTexts.higher(position)}
        icon={<Plus />}
        disabled={rating === scoreMax}
        onClick={() => step(1)}
      />
      <ScoreChip score={rating} />
      <div
        className="@container relative col-2 h-[1.25rem] text-13 font-medium text-ink-soft tabular-nums [--inset:17px]"
        aria-hidden="true"
      >
        {ticks.map((score) => (
          <span
            key={score}
            className={classNames(
              'absolute left-[calc(var(--inset)+(100%-2*var(--inset))*var(--at))] -translate-x-1/2',
              // A narrow scale, or one with large text, has room for three numbers.
              score % 10 === 5 && '@max-[7.5rem]:hidden',
            )}
            style={{ '--at': placeOf(score) } as CSSProperties}
          >
            {score}
          </span>
        ))}
      </div>
      <p
        className="col-[1/4] row-3 flex justify-between gap-3 text-13 font-medium text-ink-soft [&>:last-child]:text-right"
        aria-hidden="true"
      >
        <span>{assessTexts.scaleLow}</span>
        <span>{assessTexts.scaleHigh}</span>
      </p>
    </fieldset>
  );
}
