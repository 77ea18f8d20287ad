import type { CurrentUser, Photo } from '@candid/contracts';
import { X } from 'lucide-react';
import { type ComponentProps, lazy, Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { firstAssessmentTokens } from '../../../features/dashboard/pool-gate';
import { type FirstWeekActs, firstWeekHidden, isOver } from '../../../features/first-week/first-week';
import type { ProfileRound } from '../../../features/profile-assessment/round-state';
import { firstResultsSeen } from '../../../features/results/first-results';
import type { MeanwhileProps } from '../../../features/waiting/components/meanwhile';
import { formatMinutes } from '../../../lib/format/format';
import { commonTexts } from '../../../lib/texts/common';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { profileAssessmentTexts } from '../../../lib/texts/profile-assessment';
import { focusMain } from '../../../ui/dom/dom';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { Notice } from '../../../ui/notice/notice';
import { Skeleton } from '../../../ui/skeleton/skeleton';

/** State of the history entry, set after the owner has requested a profile assessment. */
export interface Submitted {
  evaluationSubmitted: true;
  groupId: string;
  /** In minutes. */
  estimatedTime: number;
}

export function SubmittedNotice({ current }: { current: ProfileRound | undefined }) {
  const submitted = useLocation().state as Submitted | null;
  const navigate = useNavigate();
  if (!submitted?.evaluationSubmitted || !current?.running || current.groupId !== submitted.groupId) return null;
  const dismiss = () => {
    focusMain();
    navigate('/profile', { replace: true, state: null });
  };
  return (
    <Notice tone="success" action={<IconButton label={commonTexts.dismiss} icon={<X />} onClick={dismiss} />}>
      {profileAssessmentTexts.submitted(formatMinutes(submitted.estimatedTime))}
    </Notice>
  );
}

export function FirstSteps({ user }: { user: CurrentUser }) {
  const cost = firstAssessmentTokens(user);
  return (
    <section className="pb-5" aria-label={dashboardTexts.firstSteps}>
      <h2 className="mb-3 text-20">{dashboardTexts.firstSteps}</h2>
      <ol className="grid gap-4 [counter-reset:step]">
        {dashboardTexts.steps.map(({ title, text }, index) => (
          <li
            key={title}
            className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 before:grid before:size-8 before:place-items-center before:rounded-full before:bg-accent-soft before:font-bold before:text-accent-ink before:content-[counter(step)] before:[counter-increment:step]"
          >
            <div>
              <h3 className="text-16 leading-8">{title}</h3>
              <p className="text-ink-soft">
                {text} {index === 1 && user.tokenCount < cost && dashboardTexts.ratedOnce(cost)}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

const FirstWeek = lazy(() => import('../../../features/first-week/components/first-week'));

/** Approximate height of the folded checklist on a phone. */
const foldedPx = 68;

interface FirstWeekPlaceProps extends FirstWeekActs {
  user: CurrentUser | undefined;
  photos: readonly Photo[];
  planned: number;
  /** Number of profile rounds that were started; undefined while unknown. */
  rounds: number | undefined;
}

/** Loads and shows the checklist from the first photo on, until the first week ends or the owner hides it. */
export function FirstWeekPlace({ user, rounds, ...rest }: FirstWeekPlaceProps) {
  if (!user || isOver(user.firstTestedDate, Date.now()) || firstWeekHidden.of(user.userId)) return null;
  if (rest.photos.length === 0 && !user.hasFirstTested) return null;
  if (rounds === undefined && user.hasMadeFirstProfile) return null;
  return (
    <Suspense fallback={<Skeleton height={foldedPx} />}>
      <FirstWeek user={user} rounds={rounds ?? 0} {...rest} />
    </Suspense>
  );
}

const FirstResults = lazy(() => import('../../../features/results/components/first-results'));

/** Approximate height of the card on a phone. */
const cardPx = 164;

type FirstResultsPlaceProps = ComponentProps<typeof FirstResults> & { user: CurrentUser | undefined };

const awaitsFirstPhoto = (user: CurrentUser | undefined): user is CurrentUser =>
  user?.hasFirstTested === true && !user.hasCompletedFirstAssessment;

/** True while the card offers the first results. Its button is then the main act of the page. */
export const offersFirstResults = (user: CurrentUser | undefined, photos: readonly Photo[]): boolean =>
  awaitsFirstPhoto(user) &&
  firstResultsSeen.of(user.userId) === null &&
  photos.some(({ fairScore }) => fairScore !== null);

/** Loads and shows the first results until a photo is in the planner. */
export function FirstResultsPlace({ user, ...rest }: FirstResultsPlaceProps) {
  if (!awaitsFirstPhoto(user)) return null;
  return (
    <Suspense fallback={firstResultsSeen.of(user.userId) ? null : <Skeleton height={cardPx} />}>
      <FirstResults {...rest} />
    </Suspense>
  );
}

const Meanwhile = lazy(() => import('../../../features/waiting/components/meanwhile'));

/** Approximate height of the list without the offer to install the app. */
const meanwhilePx = 400;

export const MeanwhilePlace = (props: MeanwhileProps) => (
  <Suspense fallback={<Skeleton height={meanwhilePx} />}>
    <Meanwhile {...props} />
  </Suspense>
);
