import { useEffect, useRef } from 'react';
import { usePhotos } from '../../../features/dashboard/hooks/use-photos';
import { OwnDecisions } from '../../../features/safety/components/own-decisions';
import { OwnReports } from '../../../features/safety/components/own-reports';
import { decisionTexts } from '../../../lib/texts/decisions';
import { safetyTexts } from '../../../lib/texts/safety';
import { useStatementNews } from '../../../shared/safety/statement-news';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';
import { cardClass, columnsClass } from './account-classes';

export default function DecisionsPage() {
  useReadHere();
  const lists = [usePhotos('testing').data, usePhotos('profile').data, usePhotos('bank').data];
  return (
    <Screen title={decisionTexts.pageTitle} width="wide">
      <PageHeader title={decisionTexts.pageTitle} backTo="/account" lead={decisionTexts.pageLead} />
      <div className={columnsClass}>
        <section className="grid content-start gap-5">
          <h2>{decisionTexts.decisions}</h2>
          <OwnDecisions photos={lists.flatMap((photos) => photos ?? [])} />
        </section>
        <div className="grid content-start gap-5">
          <section className={cardClass}>
            <h2 className="[&+p]:-mt-3">{safetyTexts.ownReports}</h2>
            <p className="text-ink-soft">{safetyTexts.ownReportsLead}</p>
            <OwnReports />
          </section>
        </div>
      </div>
    </Screen>
  );
}

/**
 * Marks the listed decisions as read on arrival, so that the dashboard no longer announces them. A decision that arrives later
 * stays unread, because nobody may be looking.
 */
function useReadHere(): void {
  const { isCurrent, markRead } = useStatementNews();
  const done = useRef(false);
  useEffect(() => {
    if (done.current || !isCurrent) return;
    done.current = true;
    markRead();
  });
}
