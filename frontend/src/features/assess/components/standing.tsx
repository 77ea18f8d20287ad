import { type AssessorStanding, ratersRoutes } from '@candid/contracts';
import { CircleCheck, CirclePause, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatDateTime } from '../../../lib/format/format';
import { useRead } from '../../../lib/query/use-read';
import { useUserId } from '../../../lib/session/use-session';
import { assessTexts } from '../../../lib/texts/assess';
import { errorTexts } from '../../../lib/texts/common';
import { standingTexts } from '../../../lib/texts/standing';
import { Button, LinkButton } from '../../../ui/button/button';
import { Disclosure } from '../../../ui/disclosure/disclosure';
import { classNames } from '../../../ui/dom/dom';
import { Notice, NoticeRegion } from '../../../ui/notice/notice';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Skeleton } from '../../../ui/skeleton/skeleton';

const standingClasses = {
  good: 'bg-success-soft text-success',
  warned: 'bg-accent-soft text-accent-ink',
  paused: 'bg-danger-soft text-danger',
};

// Few assessors are paused, so the form and its library load only for them.
const AppealForm = lazy(() => import('./appeal-form'));

const signs = { good: CircleCheck, warned: TriangleAlert, paused: CirclePause };

export const useStanding = () => useRead(ratersRoutes.getRaterStanding, { params: { userId: useUserId() } });

export function Standing() {
  const standing = useStanding();
  if (standing.isLoadingError) {
    return (
      <Notice
        action={
          <Button size="s" onClick={() => standing.refetch()}>
            {errorTexts.retry}
          </Button>
        }
      >
        {standingTexts.failed}
      </Notice>
    );
  }
  if (!standing.data) return <Skeleton height={106} />;
  return <StandingCard of={standing.data} />;
}

function StandingCard({ of }: { of: AssessorStanding }) {
  const { standing, reason, since, advice, canAppeal, appealedAt } = of;
  const Sign = signs[standing];
  return (
    <section
      className="grid gap-2 rounded-16 border border-line bg-surface p-4 [&_details]:-mb-2 [&_details]:border-b-0"
      aria-label={standingTexts.title}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-16">{standingTexts.title}</h2>
        <span
          className={classNames(
            'inline-flex items-center gap-1 rounded-pill px-2.5 py-0.5 text-13 font-bold [&_svg]:size-3.5',
            standingClasses[standing],
          )}
        >
          <Sign aria-hidden="true" />
          {standingTexts.names[standing]}
        </span>
      </div>
      {reason && <p className="font-medium">{reason}</p>}
      <p className="text-14 text-ink-soft">{advice}</p>
      {since && standing !== 'good' && (
        <p className="text-13 text-ink-soft tabular-nums">
          <time dateTime={since}>{standingTexts.since(formatDateTime(since))}</time>
        </p>
      )}
      <NoticeRegion>
        {appealedAt && standing === 'paused' && (
          <Notice tone="success">{standingTexts.appealed(formatDateTime(appealedAt))}</Notice>
        )}
      </NoticeRegion>
      {canAppeal && (
        <Disclosure title={standingTexts.appeal}>
          <Suspense>
            <AppealForm />
          </Suspense>
        </Disclosure>
      )}
    </section>
  );
}

/** A warned assessor may continue; a paused assessor may not. */
export function StandingPage({ onGoOn }: { onGoOn?: () => void }) {
  return (
    <>
      <PageHeader title={assessTexts.title} />
      <div className="grid gap-5">
        <Standing />
        {onGoOn ? (
          <Button variant="primary" onClick={onGoOn}>
            {assessTexts.goOn}
          </Button>
        ) : (
          <LinkButton to="/profile">{assessTexts.toPhotos}</LinkButton>
        )}
      </div>
    </>
  );
}

const readKey = 'warningRead';

export function useReadWarning(standing: AssessorStanding | undefined): { isUnread: boolean; markRead(): void } {
  const [read, setRead] = useState(() => sessionStorage.getItem(readKey));
  const warning = standing?.standing === 'warned' ? (standing.since ?? 'warned') : null;
  return {
    isUnread: warning !== null && warning !== read,
    markRead: () => {
      if (warning === null) return;
      sessionStorage.setItem(readKey, warning);
      setRead(warning);
    },
  };
}
