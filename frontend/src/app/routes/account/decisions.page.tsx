import { type Photo as PhotoRecord, reportsRoutes } from '@candid/contracts';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { usePhotos } from '../../../features/dashboard/hooks/use-photos';
import { longDayOf } from '../../../lib/language/language';
import { useRead } from '../../../lib/query/use-read';
import { decisionTexts } from '../../../lib/texts/decisions';
import { safetyTexts } from '../../../lib/texts/safety';
import { Photo } from '../../../shared/photos/photo';
import { OwnStatement } from '../../../shared/safety/own-statement';
import { rowClass, wordsClass } from '../../../shared/safety/safety-classes';
import { useStatementNews, useStatements } from '../../../shared/safety/statement-news';
import { Pending } from '../../../ui/notice/load-problem';
import { HeadedScreen } from '../../shell/headed-screen';
import { Card, columnsClass } from './account-card';

export default function DecisionsPage() {
  useReadHere();
  const lists = [usePhotos('testing').data, usePhotos('profile').data, usePhotos('bank').data];
  return (
    <HeadedScreen title={decisionTexts.pageTitle} backTo="/account" lead={decisionTexts.pageLead}>
      <div className={columnsClass}>
        <section className="grid content-start gap-5">
          <h2>{decisionTexts.decisions}</h2>
          <OwnDecisions photos={lists.flatMap((photos) => photos ?? [])} />
        </section>
        <div className="grid content-start gap-5">
          <Card title={safetyTexts.ownReports} lead={safetyTexts.ownReportsLead}>
            <OwnReports />
          </Card>
        </div>
      </div>
    </HeadedScreen>
  );
}

/** Marks decisions as read when the page opens. Later ones stay unread, because the person may not be looking. */
function useReadHere(): void {
  const { isCurrent, markRead } = useStatementNews();
  const done = useRef(false);
  useEffect(() => {
    if (done.current || !isCurrent) return;
    done.current = true;
    markRead();
  });
}

export function OwnDecisions({ photos }: { photos: readonly PhotoRecord[] }) {
  const statements = useStatements();
  if (!statements.data) return <Pending query={statements} problem={decisionTexts.loadFailed} height={220} />;
  if (statements.data.length === 0) return <p className="text-ink-soft">{decisionTexts.none}</p>;
  return (
    <ul className="grid gap-4">
      {statements.data.map((statement) => (
        <li key={statement.statementId}>
          <OwnStatement
            statement={statement}
            level={3}
            photo={<PhotoLink photo={photos.find(({ _id }) => _id === statement.photoId)} />}
          />
        </li>
      ))}
    </ul>
  );
}

function PhotoLink({ photo }: { photo: PhotoRecord | undefined }) {
  if (!photo) return null;
  return (
    <Link to={`/profile?photo=${photo._id}`} className="w-13 flex-none" aria-label={decisionTexts.openPhoto}>
      <Photo source={photo} alt="" sizes="52px" corners="small" />
    </Link>
  );
}

function OwnReports() {
  const own = useRead(reportsRoutes.listOwnReports, {});
  if (!own.data) return <Pending query={own} problem={safetyTexts.listFailed} height={120} />;
  const { reports } = own.data;
  if (reports.length === 0) return <p className="text-ink-soft">{safetyTexts.ownReportsNone}</p>;
  return (
    <ul className="grid">
      {reports.map(({ reportId, reason, reportedAt, outcome }) => (
        <li key={reportId} className={rowClass}>
          <span className={wordsClass}>
            <span className="font-medium">{safetyTexts.reasons[reason].label}</span>
            <time className="text-14 text-ink-soft" dateTime={reportedAt}>
              {safetyTexts.reportedOn(longDayOf(new Date(reportedAt)))}
            </time>
          </span>
          <span className="flex-[1_1_100px] text-right text-14 text-ink-soft">{safetyTexts.outcomes[outcome]}</span>
        </li>
      ))}
    </ul>
  );
}
