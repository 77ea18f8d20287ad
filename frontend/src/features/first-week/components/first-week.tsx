import type { CurrentUser, Photo } from '@candid/contracts';
import { Check, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { firstWeekTexts as texts } from '../../../lib/texts/first-week';
import { Button, LinkButton } from '../../../ui/button/button';
import { classNames, focusMain } from '../../../ui/dom/dom';
import { type FirstWeekActs, hasCompared, nextOf, type Step, stepsOf, storeHidden } from '../first-week';
import styles from './first-week.module.css';

interface FirstWeekProps extends FirstWeekActs {
  user: CurrentUser;
  photos: readonly Photo[];
  planned: number;
  rounds: number;
}

/** The owner's steps of the first week, folded to one line at first. */
export default function FirstWeek({ user, photos, planned, rounds, ...acts }: FirstWeekProps) {
  const [hidden, setHidden] = useState(false);
  const [open, setOpen] = useState(false);
  const [listId, nextId] = [useId(), useId()];
  const steps = stepsOf({ user, photos, planned, rounds, compared: hasCompared(user.userId) });
  const next = nextOf(steps);
  const hide = () => {
    focusMain();
    setHidden(true);
    storeHidden(user.userId);
  };
  const hideButton = (
    <Button size="s" variant="quiet" className={styles.hide} aria-label={texts.hideChecklist} onClick={hide}>
      {texts.hide}
    </Button>
  );
  if (hidden) return null;
  if (!next)
    return (
      <section className={classNames(styles.card, styles.finished)} aria-label={texts.title}>
        <Mark done />
        <h2 className={styles.done}>{texts.allDone}</h2>
        {hideButton}
      </section>
    );
  const done = steps.filter((step) => step.done).length;
  return (
    <section className={styles.card} aria-label={texts.title}>
      <header className={styles.header}>
        <h2 className={styles.heading}>
          <button
            type="button"
            className={styles.toggle}
            aria-controls={listId}
            aria-expanded={open}
            aria-describedby={nextId}
            onClick={() => setOpen(!open)}
          >
            {texts.progress(done, steps.length)}
          </button>
        </h2>
        <p id={nextId} className={styles.soft}>
          {texts.next(next.possible ? texts.steps[next.name].next : texts.steps[next.name].before)}
        </p>
        <ChevronDown aria-hidden="true" className={styles.arrow} />
      </header>
      <div id={listId} className={styles.body} hidden={!open}>
        {open && (
          <>
            <ol className={styles.steps}>
              {steps.map((step) => (
                <StepRow key={step.name} step={step} isNext={step === next} photos={photos} {...acts} />
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
  isNext: boolean;
  photos: readonly Photo[];
}

/** The next step has a button; the other steps only show progress. */
function StepRow({ step: { name, done, possible }, isNext, photos, ...acts }: StepRowProps) {
  const { title, act } = texts.steps[name];
  const later = name !== 'photos' && !done && !possible && texts.later[name];
  return (
    <li className={styles.step}>
      <Mark done={done} />
      <div className={styles.about}>
        <h3 className={classNames(styles.title, done && styles.past)}>
          {title}
          <span className="visually-hidden">{` (${done ? texts.done : texts.open})`}</span>
        </h3>
        {later && <p className={styles.soft}>{later}</p>}
      </div>
      {isNext &&
        possible &&
        (name === 'compare' ? (
          <LinkButton size="s" to={comparisonOf(photos)}>
            {act}
          </LinkButton>
        ) : (
          <Button
            size="s"
            onClick={{ photos: acts.onAdd, profilePhoto: acts.onChoose, profileComments: acts.onAsk }[name]}
          >
            {act}
          </Button>
        ))}
    </li>
  );
}

function Mark({ done }: { done: boolean }) {
  return (
    <span className={classNames(styles.mark, done && styles.ticked)} aria-hidden="true">
      {done && <Check />}
    </span>
  );
}

/** With exactly two rated photos there is nothing to choose, so the address names both. */
function comparisonOf(photos: readonly Photo[]): string {
  const rated = photos.filter(({ fairScore }) => fairScore !== null);
  return rated.length === 2 ? `/compare?photos=${rated.map(({ _id }) => _id).join(',')}` : '/compare';
}
