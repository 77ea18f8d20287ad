import type { CurrentUser, Photo } from '@candid/contracts';
import { Check, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { firstWeekTexts as texts } from '../../../lib/texts/first-steps';
import { Button, LinkButton } from '../../../ui/button/button';
import { classNames, focusMain } from '../../../ui/dom/dom';
import { type FirstWeekActs, firstWeekHidden, nextOf, photosCompared, type Step, stepsOf } from '../first-week';

const softClass = 'text-14 font-regular text-ink-soft';

interface FirstWeekProps extends FirstWeekActs {
  user: CurrentUser;
  photos: readonly Photo[];
  planned: number;
  rounds: number;
}

export default function FirstWeek({ user, photos, planned, rounds, ...acts }: FirstWeekProps) {
  const [hidden, setHidden] = useState(false);
  const [open, setOpen] = useState(false);
  const [listId, nextId] = [useId(), useId()];
  const steps = stepsOf({ user, photos, planned, rounds, compared: photosCompared.of(user.userId) !== null });
  const next = nextOf(steps);
  const hide = () => {
    focusMain();
    setHidden(true);
    firstWeekHidden.set(user.userId, true);
  };
  const hideButton = (
    <Button
      size="s"
      variant="quiet"
      className="in-[.first-week-body]:-ml-4 in-[.first-week-finished]:-mr-4 in-[.first-week-finished]:ml-auto"
      aria-label={texts.hideChecklist}
      onClick={hide}
    >
      {texts.hide}
    </Button>
  );
  if (hidden) return null;
  if (!next)
    return (
      <section
        className="first-week-finished mb-2 flex min-h-15 flex-wrap items-center gap-x-3 rounded-16 border border-line bg-surface px-4 py-2"
        aria-label={texts.title}
      >
        <Mark done />
        <h2 className="text-16">{texts.allDone}</h2>
        {hideButton}
      </section>
    );
  const done = steps.filter((step) => step.done).length;
  return (
    <section className="mb-2 rounded-16 border border-line bg-surface" aria-label={texts.title}>
      <header className="flex flex-wrap items-center gap-x-2 px-4">
        <div className="group/first-week-header relative flex min-h-15 flex-[1_1_200px] flex-wrap content-center items-center gap-x-3 py-2 pr-8">
          <h2 className="text-16 leading-[1.3]">
            <button
              type="button"
              className="touch-manipulation border-0 bg-transparent p-0 text-left [font-size:inherit] leading-[inherit] [font-weight:inherit] tracking-[inherit] tabular-nums after:absolute after:inset-0 after:rounded-16"
              aria-controls={listId}
              aria-expanded={open}
              aria-describedby={nextId}
              onClick={() => setOpen(!open)}
            >
              {texts.progress(done, steps.length)}
            </button>
          </h2>
          <p id={nextId} className={softClass}>
            {texts.next(next.possible ? texts.steps[next.name].next : texts.steps[next.name].before)}
          </p>
          <ChevronDown
            aria-hidden="true"
            className="absolute top-[calc(50%-9px)] right-1 size-4.5 text-ink-faint transition-[rotate] duration-(--motion-base) ease-out group-has-[[aria-expanded=true]]/first-week-header:rotate-180 motion-reduce:transition-none"
          />
        </div>
        {!open && next.possible && (
          <div className="my-2">
            <StepAct name={next.name} photos={photos} {...acts} />
          </div>
        )}
      </header>
      <div id={listId} className="first-week-body px-4 pb-2" hidden={!open}>
        {open && (
          <>
            <ol className="grid">
              {steps.map((step) => (
                <StepRow key={step.name} step={step} photos={photos} {...acts} />
              ))}
            </ol>
            {hideButton}
          </>
        )}
      </div>
    </section>
  );
}

interface StepRowProps extends FirstWeekActs {
  step: Step;
  photos: readonly Photo[];
}

/** An open step has its button, or says what it waits for. */
function StepRow({ step: { name, done, possible }, photos, ...acts }: StepRowProps) {
  const { title } = texts.steps[name];
  const later = name !== 'photos' && !done && !possible && texts.later[name];
  return (
    <li className="flex min-h-target flex-wrap items-center gap-x-3 gap-y-1 border-t border-t-line py-2">
      <Mark done={done} />
      <div className="min-w-0 flex-[1_1_140px]">
        <h3 className={classNames('text-16', done ? 'font-regular text-ink-soft' : 'font-medium')}>
          {title}
          <span className="sr-only">{` (${done ? texts.done : texts.open})`}</span>
        </h3>
        {later && <p className={softClass}>{later}</p>}
      </div>
      {!done && possible && <StepAct name={name} photos={photos} {...acts} />}
    </li>
  );
}

function StepAct({ name, photos, ...acts }: Omit<StepRowProps, 'step'> & Pick<Step, 'name'>) {
  const { act } = texts.steps[name];
  return name === 'compare' ? (
    <LinkButton size="s" to={comparisonOf(photos)}>
      {act}
    </LinkButton>
  ) : (
    <Button size="s" onClick={{ photos: acts.onAdd, profilePhoto: acts.onChoose, profileComments: acts.onAsk }[name]}>
      {act}
    </Button>
  );
}

function Mark({ done }: { done: boolean }) {
  return (
    <span
      className={classNames(
        'grid size-6 flex-none place-items-center rounded-full border-2 [&_svg]:size-4 [&_svg]:stroke-3',
        done ? 'border-transparent bg-success-soft text-success' : 'border-line-strong',
      )}
      aria-hidden="true"
    >
      {done && <Check />}
    </span>
  );
}

/** Address of the comparison. If exactly two photos are rated, it names them, because there is no choice. */
function comparisonOf(photos: readonly Photo[]): string {
  const rated = photos.filter(({ fairScore }) => fairScore !== null);
  return rated.length === 2 ? `/compare?photos=${rated.map(({ _id }) => _id).join(',')}` : '/compare';
}
