import { errorTexts } from '../../../lib/texts/common';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';

export function LoadProblem({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice
      tone="danger"
      action={
        <Button size="s" onClick={onRetry}>
          {errorTexts.retry}
        </Button>
      }
    >
      {dashboardTexts.loadFailed}
    </Notice>
  );
}
