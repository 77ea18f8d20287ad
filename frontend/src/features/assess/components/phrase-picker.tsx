import { type Catalogue, type CataloguePhrase, PRODUCT } from '@candid/contracts';
import { Check, Undo2, X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { assessTexts } from '../../../lib/texts/assess';
import { findPhrase, readComment } from '../../../shared/comments/comments';
import { mayPick, type Picks, pick, pickOf, unpick } from '../../../shared/comments/picking';
import { scoreMax, scoreMin, scoreUntouched } from '../../../shared/scores/scores';
import { classNames } from '../../../ui/dom/dom';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { Slider } from '../../../ui/slider/slider';
import { Tabs } from '../../../ui/tabs/tabs';
import { type OfferedSection, phrasesOf } from '../offered-phrases';

const halfClasses = { left: 'w-[56%]', right: 'ml-auto w-[56%]' };
const rowClass = (isPicked: boolean) =>
  classNames(
    'rounded-16 border px-4 py-3 transition-[border-color,background-color]',
    isPicked ? 'border-accent bg-accent-soft' : 'border-line bg-surface',
  );

/** Keeps the focused control clear of the bar and, on a phone, of the photo. */
const commentScroll =
  '[&_:focus-visible]:scroll-mt-30 [&_:focus-visible]:scroll-mb-40 tall-phone:[&_:focus-visible]:scroll-mt-[calc(var(--photo-kept)+var(--safe-top)+16px)]';

interface PhrasePickerProps {
  sections: readonly OfferedSection[];
  picks: Picks;
  picksMax: number;
  sectionId: number | null;
  onSection: (sectionId: number) => void;
  onChange: (picks: Picks) => void;
}

interface CommentQuestionsProps extends Omit<PhrasePickerProps, 'picksMax'> {
  title: string;
  catalogue: Catalogue;
  className?: string;
}

/** The phrases as a part of the page, with their heading and the picked comments. */
export function CommentQuestions({ title, catalogue, className, ...picking }: CommentQuestionsProps) {
  const { sections, picks, onChange } = picking;
  const picksMax = PRODUCT.commentsPerPhotoMax;
  return (
    <section
      className={classNames('grid min-w-0 grid-cols-1 content-start gap-3', commentScroll, className)}
      aria-label={title}
      data-comments
    >
      <header className="grid gap-1">
        <h2>{title}</h2>
        <p className="text-14 text-ink-soft">{assessTexts.pickerHint}</p>
      </header>
      <PhrasePicker picksMax={picksMax} {...picking} />
      <div className="grid gap-2 pt-2">
        <PicksCount count={picks.length} max={picksMax} />
        <PickedComments
          picks={picks}
          catalogue={catalogue}
          onRemove={(phraseId) => onChange(unpick(picks, phraseId, phrasesOf(sections)))}
        />
      </div>
    </section>
  );
}

/** Phrases by section. A child phrase can be picked only after its parent, and is removed with it. */
export function PhrasePicker({ sections, picks, picksMax, sectionId, onSection, onChange }: PhrasePickerProps) {
  const phrases = phrasesOf(sections);
  const open = sections.find(({ id }) => id === sectionId) ?? sections[0];
  if (!open) return null;
  return (
    <Tabs
      label={assessTexts.sections}
      value={String(open.id)}
      onChange={(value) => onSection(Number(value))}
      tabs={sections.map(({ id, section, quality }) => ({
        value: String(id),
        label: assessTexts.sectionTab(section, picks.filter(([picked]) => picked === id).length),
        content: (
          <ul className="grid grid-cols-1 gap-3">
            {quality.map(({ phrase, range }) => (
              <li key={phrase.phraseId}>
                <PhraseRow
                  phrase={phrase}
                  range={range}
                  picked={pickOf(picks, phrase.phraseId)?.[2] ?? null}
                  open={mayPick(picks, phrase, picksMax)}
                  parent={phrases.find(({ phraseId }) => phraseId === phrase.parentPhraseId)}
                  onPick={(score) => onChange(pick(picks, id, phrase, score, picksMax))}
                  onUndo={() => onChange(unpick(picks, phrase.phraseId, phrases))}
                />
              </li>
            ))}
          </ul>
        ),
      }))}
    />
  );
}

interface PhraseRowProps {
  phrase: CataloguePhrase;
  picked: number | null;
  range: readonly [number, number];
  open: boolean;
  parent: CataloguePhrase | undefined;
  onPick: (score: number) => void;
  onUndo: () => void;
}

function PhraseRow(props: PhraseRowProps) {
  return props.phrase.isScale ? <ScaleRow {...props} /> : <ToggleRow {...props} />;
}

function ToggleRow({ phrase, picked, range, open, parent, onPick, onUndo }: PhraseRowProps) {
  const waitsForParent = !open && parent !== undefined && picked === null;
  return (
    <button
      type="button"
      className={classNames(
        'flex min-h-14 items-center gap-3 text-left font-bold disabled:text-ink-faint',
        parent ? 'ml-6 w-[calc(100%-24px)]' : 'w-full',
        rowClass(picked !== null),
      )}
      aria-pressed={picked !== null}
      disabled={!open}
      onClick={() => (picked === null ? onPick(range[0]) : onUndo())}
    >
      <span
        className={classNames(
          'grid size-6.5 flex-none place-items-center rounded-full border-[1.5px] [&_svg]:size-4 [&_svg]:stroke-3',
          picked === null ? 'border-line-strong' : 'border-accent bg-accent text-on-accent',
        )}
        aria-hidden="true"
      >
        {picked !== null && <Check />}
      </span>
      <span>
        {phrase.phrase}
        {waitsForParent && (
          <small className="block text-14 font-regular text-ink-soft">{assessTexts.needsParent(parent.phrase)}</small>
        )}
      </span>
    </button>
  );
}

function ScaleRow({ phrase, picked, range, open, onPick, onUndo }: PhraseRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const reading = picked === null ? null : readComment(phrase, picked);
  const undo = () => {
    // The focused button disappears with the comment, so the slider takes the focus.
    row.current?.querySelector<HTMLElement>('[role="slider"]')?.focus();
    onUndo();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (picked === null || (event.key !== 'Delete' && event.key !== 'Backspace')) return;
    event.preventDefault();
    undo();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Delete on the inner slider is a shortcut for its Undo button
    <div ref={row} className={rowClass(picked !== null)} onKeyDown={onKeyDown}>
      <div className="flex min-h-9 flex-wrap items-center gap-x-2">
        <span className="flex-1 font-bold">{phrase.phrase}</span>
        {reading && (
          <>
            <span
              className="text-right text-14 text-ink-soft [&_strong]:text-ink [&_strong]:tabular-nums"
              aria-hidden="true"
            >
              {reading.label} <strong>{reading.score}</strong>
            </span>
            <IconButton
              size="dense"
              className="-mr-2"
              label={assessTexts.undo(phrase.phrase)}
              icon={<Undo2 />}
              onClick={undo}
            />
          </>
        )}
      </div>
      <Slider
        label={phrase.phrase}
        min={scoreMin}
        max={scoreMax}
        limits={range}
        value={picked}
        restAt={scoreUntouched}
        valueText={reading ? assessTexts.leaning(reading.label, reading.score) : assessTexts.notPicked}
        disabled={!open}
        onChange={onPick}
      />
      <div
        className={classNames(
          'flex justify-between gap-4 text-14 text-ink-soft [&>span:last-child]:text-right',
          phrase.isHalf && halfClasses[phrase.isHalf],
        )}
        aria-hidden="true"
      >
        <span>{phrase.left}</span>
        <span>{phrase.right}</span>
      </div>
    </div>
  );
}

interface PickedCommentsProps {
  picks: Picks;
  catalogue: Catalogue;
  onRemove: (phraseId: number) => void;
}

export function PickedComments({ picks, catalogue, onRemove }: PickedCommentsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const remove = (phraseId: number) => {
    // The focused button disappears with its comment, so the list takes the focus.
    frame.current?.focus({ preventScroll: true });
    onRemove(phraseId);
  };
  return (
    <div ref={frame} tabIndex={-1} className="grid min-w-0 gap-2 focus:outline-none">
      {picks.length === 0 && <p className="text-14 text-ink-soft">{assessTexts.nothingPicked}</p>}
      <ul className="grid min-w-0 justify-items-start gap-1">
        {picks.map(([sectionId, phraseId, score]) => {
          const phrase = findPhrase(catalogue, sectionId, phraseId);
          return (
            phrase && (
              <li key={phraseId}>
                <button
                  type="button"
                  className="flex min-h-target-small items-center gap-1.5 rounded-pill border-0 bg-accent-soft py-[3px] pr-2 pl-3 text-left text-14 leading-[1.25] [&_strong]:font-bold [&_svg]:size-4 [&_svg]:flex-none"
                  onClick={() => remove(phraseId)}
                >
                  <span>
                    <strong>{phrase.phrase}</strong> {phrase.isScale && readComment(phrase, score).label}
                  </span>
                  <span className="sr-only">{assessTexts.remove}</span>
                  <X aria-hidden="true" />
                </button>
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

export function PicksCount({ count, max }: { count: number; max: number }) {
  return (
    <p className="grid flex-1 text-14 leading-[1.35] [&>span]:text-ink-soft" role="status">
      <strong>{assessTexts.commentCount(count, max)}</strong>
      {count >= max && <span>{assessTexts.pickerFull}</span>}
    </p>
  );
}
