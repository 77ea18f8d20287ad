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
import styles from './standing.module.css';

// A form, and with it the forms library, for the few who are paused.
const AppealForm = lazy(() => import('./appeal-form'));

const signs = { good: CircleCheck, warned: TriangleAlert, paused: CirclePause };

/** How this person stands as an assessor: why, since when and what can be done. */
export const useStanding = () => useRead(ratersRoutes.getRaterStanding, { params: { userId: useUserId() } });

/** How one stands as an assessor, said to oneself only; a pause comes with the way to appeal. */
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
  return <StandingCard standing={standing.data} />;
}

function StandingCard({
  standing: { standing, reason, since, advice, canAppeal, appealedAt },
}: {
  standing: AssessorStanding;
}) {
  const Sign = signs[standing];
  return (
    <section className={styles.card} aria-label={standingTexts.title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{standingTexts.title}</h2>
        <span className={classNames(styles.name, styles[standing])}>
          <Sign aria-hidden="true" />
          {standingTexts.names[standing]}
        </span>
      </div>
      {reason && <p className={styles.reason}>{reason}</p>}
      <p className={styles.advice}>{advice}</p>
      {since && standing !== 'good' && (
        <p className={styles.when}>
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

/** Instead of photos: why there are none for this person, and the way to appeal. */
export function PausedAssessor() {
  return (
    <>
      <PageHeader title={assessTexts.title} />
      <div className={styles.body}>
        <Standing />
        <LinkButton to="/profile">{assessTexts.toPhotos}</LinkButton>
      </div>
    </>
  );
}

/** A warning is read once a visit before the next photos come; nothing is taken away. */
export function WarnedAssessor({ onGoOn }: { onGoOn: () => void }) {
  return (
    <>
      <PageHeader title={assessTexts.title} />
      <div className={styles.body}>
        <Standing />
        <Button variant="primary" onClick={onGoOn}>
          {assessTexts.goOn}
        </Button>
      </div>
    </>
  );
}

const readKey = 'warningRead';

/** Whether a warning has still to be read; once a visit, and again when it is another one. */
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
