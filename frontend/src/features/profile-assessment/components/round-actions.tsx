import { CircleCheck, CircleStop, MessageCirclePlus, Settings2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { formatMinutes } from '../../../lib/format/format';
import { profileAssessmentTexts } from '../../../lib/texts/profile-assessment';
import { ProgressRing } from '../../../shared/scores/progress-ring';
import { Button } from '../../../ui/button/button';
import { classNames } from '../../../ui/dom/dom';
import { minutesLeft, type ProfileRound, stateOf } from '../round-state';

export interface RoundActs {
  onSettings: () => void;
  onEnd: () => void;
  onDone: () => void;
  onRequest: () => void;
}

interface RoundActionsProps extends RoundActs {
  round: ProfileRound | undefined;
  busy: boolean;
  /** Returns the accessible name of an action, which differs between the rounds of a list. */
  nameOf?: (action: string) => string;
  requestLabel?: string;
  size?: 'm' | 's';
  main?: boolean;
}

export function RoundActions(props: RoundActionsProps) {
  const { round, busy, size = 'm', requestLabel = profileAssessmentTexts.request, nameOf = (action) => action } = props;
  const variant = props.main ? 'primary' : 'secondary';
  const actions = classNames(
    'grid auto-cols-fr grid-flow-col gap-2 max-[301px]:grid-flow-row',
    !props.main && 'wide:auto-cols-[minmax(148px,max-content)]',
  );
  const state = stateOf(round);
  const button = (label: string, look: ComponentProps<typeof Button>) => (
    <Button size={size} aria-label={nameOf(label)} {...look}>
      {label}
    </Button>
  );
  return (
    <div className={actions}>
      {state === 'assessing' ? (
        <>
          {button(profileAssessmentTexts.settings, { icon: <Settings2 />, onClick: props.onSettings })}
          {button(profileAssessmentTexts.end, { icon: <CircleStop />, disabled: busy, onClick: props.onEnd })}
        </>
      ) : state === 'complete' ? (
        button(profileAssessmentTexts.done, { variant, busy, onClick: props.onDone })
      ) : (
        button(requestLabel, { variant, icon: <MessageCirclePlus />, onClick: props.onRequest })
      )}
    </div>
  );
}

export function RoundProgress({ round }: { round: ProfileRound }) {
  const { testLimit, testTimesRated } = round;
  const complete = testTimesRated >= testLimit;
  return (
    <div className="flex items-center gap-3">
      <ProgressRing value={testTimesRated} limit={testLimit} ground="plain" />
      <div role="status">
        <p className="font-bold">{complete ? profileAssessmentTexts.complete : profileAssessmentTexts.assessing}</p>
        <p className="text-14 text-ink-soft tabular-nums">
          {complete
            ? profileAssessmentTexts.completeLead
            : profileAssessmentTexts.progress(testTimesRated, testLimit, formatMinutes(minutesLeft(round)))}
        </p>
      </div>
    </div>
  );
}

/** Marks the profile whose photos are in the planner now. */
export function ActiveBadge() {
  return (
    <span className="inline-flex w-fit items-center gap-1 rounded-pill bg-success-soft py-0.5 pr-2 pl-1.5 text-13 font-bold whitespace-nowrap text-success [&_svg]:size-3.5">
      <CircleCheck aria-hidden="true" />
      {profileAssessmentTexts.activeProfile}
    </span>
  );
}
