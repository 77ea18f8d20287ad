import { belongsToStaff } from '@candid/contracts';
import type { ReactNode } from 'react';
import { Route, Routes, useParams } from 'react-router-dom';
import { useCurrentUser } from '../../../lib/user/current-user';
import { NotFoundPage } from '../root/root.page';
import { CasePage } from './moderation-case.page';
import { EvidencePage, FindEvidencePage } from './moderation-evidence.page';
import { QueuePage } from './moderation-queue.page';
import { ReportFiguresPage } from './moderation-report.page';

/** Moderation desk, loaded as a separate chunk. Each case has its own React key, so its photo starts blurred. */
export default function ModerationPage() {
  const roles = useCurrentUser().data?.roles ?? [];
  const seesEvidence = belongsToStaff('evidence', roles);
  return (
    <Routes>
      {belongsToStaff('moderator', roles) && (
        <>
          <Route index element={<QueuePage />} />
          <Route path="report" element={<ReportFiguresPage />} />
          <Route path=":caseId" element={<OfCase of={CasePage} />} />
        </>
      )}
      {seesEvidence && (
        <>
          <Route path="evidence" element={<FindEvidencePage />} />
          <Route path=":caseId/evidence" element={<OfCase of={EvidencePage} />} />
        </>
      )}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

function OfCase({ of: Shown }: { of: (props: { caseId: string }) => ReactNode }) {
  const { caseId = '' } = useParams();
  return <Shown key={caseId} caseId={caseId} />;
}
