import { type AssessedPhoto, type Catalogue, PRODUCT } from '@candid/contracts';
import { MessageSquarePlus, Minus, Plus } from 'lucide-react';
import { type ComponentProps, type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { assessTexts } from '../../../lib/texts/assess';
import { findPhrase, readComment } from '../../../shared/comments/comments';
import { unpick } from '../../../shared/comments/picking';
import { Photo } from '../../../shared/photos/photo';
import { ScoreChip } from '../../../shared/scores/score-chip';
import { bandOf, placeOf, scoreMax, scoreMin, scoreUntouched } from '../../../shared/scores/scores';
import { Button } from '../../../ui/button/button';
import { classNames } from '../../../ui/dom/dom';
import { useWide } from '../../../ui/dom/use-wide';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { Sheet } from '../../../ui/sheet/sheet';
import { useLingering } from '../../../ui/sheet/use-lingering';
import { Slider } from '../../../ui/slider/slider';
import { cardId, cardOf, focusComments, sliderIn, usePageKey, useRatingKeys } from '../hooks/assessment-keys';
import type { useDraft } from '../hooks/use-draft';
import { offeredSections, phrasesOf } from '../offered-phrases';
import { entryOf, missingFor, type OpenAssessment, type PhotoEntry, photosToRate } from '../open-assessment';
import { BenchmarkMark, benchmarkAverage, FlagButton } from './photo-marks';
import { CommentQuestions, PhrasePicker, PickedComments, PicksCount } from './phrase-picker';

/** On wide screens, each photo is a row: the photo stays in view beside its questions. */
export const cardsClass = 'grid flex-1 content-start gap-2 pb-6 wide:contents';
/**
 * The first row also spans the row of the page's header, which is above the questions. A line separates the next rows,
 * so that nobody takes a photo for that of the row above.
 */
export const rowClass =
  'group/photo scroll-mt-6 scroll-mb-40 wide:col-span-full wide:grid wide:grid-cols-subgrid wide:not-first:border-t wide:not-first:border-line-strong wide:not-first:pt-6 wide:first:row-span-2 wide:first:row-start-1 wide:first:grid-rows-subgrid';
/** On a phone, the photo leaves room for its slider, the ends of the scale and the button for comments. */
const phoneClass =
  'tall-phone:mx-auto tall-phone:w-[min(100%,38.4dvh)] tall-phone:overflow-hidden tall-phone:rounded-16';
const exampleClass = 'wide:w-[min(100%,320px)]';
export const cardClass = 'overflow-hidden bg-surface wide:contents';
export const pictureClass = `relative ${phoneClass} wide:sticky wide:top-6 wide:col-start-1 wide:row-start-1 wide:self-start wide:overflow-hidden wide:rounded-24 wide:group-first/photo:row-span-2`;
export const questionsClass =
  'grid content-start gap-3 px-4 pt-3 pb-5 wide:col-start-2 wide:gap-5 wide:p-0 wide:group-first/photo:row-start-2';

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
  const wide = useWide();
  const commented = (!wide && rated.find(({ _id }) => place.picking && _id === place.photoId)) || null;
  const picker = useLingering(commented);
  const position = (photoId: string) => photos.findIndex(({ _id }) => _id === photoId) + 1;

  // Scrolls back to the photo of `place` after a reload or a new log-in.
  const returningTo = useRef(place.photoId);
  useEffect(() => {
    if (returningTo.current) cardOf(returningTo.current)?.scrollIntoView({ block: 'start' });
  }, []);

  const current = () => rated.find(({ _id }) => _id === place.photoId) ?? rated[0];
  /** On wide screens, the phrases are beside the photo. */
  const comment = ({ _id }: AssessedPhoto) => {
    draft.move({ photoId: _id, picking: true });
    if (wide) focusComments(cardOf(_id));
  };
  const visit = (photoId: string) => {
    cardOf(photoId)?.scrollIntoView({ block: 'start' });
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
    else comment(lacking);
  };
  useRatingKeys({
    enabled: keys && commented === null,
    currentId: () => current()?._id ?? null,
    onNext: goOn,
    onComment: () => {
      const photo = current();
      if (photo && photo.minComments > 0) comment(photo);
    },
  });

  usePageKey('r', keys && commented === null, () => {
    const photo = current();
    if (photo) onReport(photo);
  });

  return (
    <>
      <ul className={cardsClass}>
        {photos.map((photo) => (
          <li
            key={photo._id}
            id={cardId(photo._id)}
            className={rated.includes(photo) ? rowClass : exampleClass}
            onFocus={() => place.photoId !== photo._id && rated.includes(photo) && draft.move({ photoId: photo._id })}
          >
            <AssessedCard
              photo={photo}
              position={position(photo._id)}
              count={photos.length}
              catalogue={catalogue}
              entry={entryOf(entries, photo._id)}
              sectionId={place.photoId === photo._id ? place.sectionId : null}
              onSection={(sectionId) => draft.move({ photoId: photo._id, sectionId })}
              onRate={(rating) => draft.change(photo._id, { rating })}
              onPick={(comments) => draft.change(photo._id, { comments })}
              onComment={() => comment(photo)}
              wide={wide}
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
  wide: boolean;
  sectionId: number | null;
  onSection: (sectionId: number) => void;
  onRate: (rating: number) => void;
  onPick: (comments: PhotoEntry['comments']) => void;
  onComment: () => void;
  onPictureLost: () => void;
  onReport: () => void;
}

const sizes = '(min-width: 900px) 640px, 100vw';

function AssessedCard(props: AssessedCardProps) {
  const { photo, position, count, entry, wide, onRate, onComment, onPictureLost } = props;
  const flag = <FlagButton position={position} onReport={props.onReport} />;
  const alt = assessTexts.photo(position, count);
  if (photo.isBenchmark || photo.section !== 'testing') {
    return (
      <div className={`relative overflow-hidden bg-surface wide:rounded-24 ${phoneClass}`}>
        <Photo source={photo} alt={alt} sizes={sizes} corners="edge" onLost={onPictureLost}>
          <BenchmarkMark average={benchmarkAverage(photo)} />
        </Photo>
        {flag}
      </div>
    );
  }
  const commentable = photo.minComments > 0;
  const picture = (
    <Photo source={photo} alt={alt} sizes={sizes} eager={position <= 2} corners="edge" onLost={onPictureLost} />
  );
  return (
    <section className={cardClass} aria-label={alt}>
      {!wide && <p className="px-4 pt-3 pb-2 font-bold">{alt}</p>}
      <div className={pictureClass}>
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
      <div className={questionsClass}>
        {wide && <p className="text-20 font-bold">{alt}</p>}
        {photo.ratingRequired && (
          <div data-rating>
            <RatingSlider position={position} rating={entry.rating} onRate={onRate} />
          </div>
        )}
        {commentable && (wide ? <CardComments {...props} /> : <CommentsSoFar {...props} />)}
      </div>
    </section>
  );
}

function CardComments({ photo, position, catalogue, entry, sectionId, onSection, onPick }: AssessedCardProps) {
  // Each photo keeps its tab when the assessor goes on to another photo.
  const [section, setSection] = useState(sectionId);
  return (
    <CommentQuestions
      title={assessTexts.commentsOf(position)}
      catalogue={catalogue}
      sections={offeredSections(catalogue, photo)}
      picks={entry.comments}
      sectionId={section}
      onSection={(next) => {
        setSection(next);
        onSection(next);
      }}
      onChange={onPick}
    />
  );
}

/** On a phone, the phrases are in a sheet. */
function CommentsSoFar({ photo, catalogue, entry, onComment }: AssessedCardProps) {
  const missing = photo.minComments - entry.comments.length;
  return (
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
        className="col-2 row-3 flex justify-between gap-3 text-13 font-medium text-ink-soft [&>:last-child]:text-right"
        aria-hidden="true"
      >
        <span>{assessTexts.scaleLow}</span>
        <span>{assessTexts.scaleHigh}</span>
      </p>
    </fieldset>
  );
}
