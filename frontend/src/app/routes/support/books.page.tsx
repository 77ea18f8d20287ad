import { useSearchParams } from 'react-router-dom';
import { ChainVerification } from '../../../features/support/components/chain-verification';
import { ReconciliationBoard, ReconciliationRuns } from '../../../features/support/components/reconciliation';
import { TrialBalanceTable } from '../../../features/support/components/trial-balance-table';
import { filtersOf } from '../../../features/support/statement-filters';
import { supportBooksTexts } from '../../../lib/texts/support-books';
import { DayField } from '../../../shared/console/day-field';
import { Button } from '../../../ui/button/button';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';

export function ReconciliationPage() {
  return (
    <Screen title={supportBooksTexts.reconciliationTitle} width="wide">
      <PageHeader title={supportBooksTexts.reconciliationTitle} lead={supportBooksTexts.reconciliationLead} />
      <div className="mb-8">
        <ReconciliationBoard />
      </div>
      <ChainVerification />
      <ReconciliationRuns />
    </Screen>
  );
}

/** Shows the current balances, or those of the day in the address. */
export function TrialBalancePage() {
  const [search, setSearch] = useSearchParams();
  const asOf = filtersOf(search).to ?? '';
  const show = (day: string) => setSearch(day ? { to: day } : {}, { replace: true });
  return (
    <Screen title={supportBooksTexts.trialTitle} width="wide">
      <PageHeader title={supportBooksTexts.trialTitle} lead={supportBooksTexts.trialLead} />
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <DayField label={supportBooksTexts.asOf} value={asOf} onChange={show} />
        {asOf && (
          <Button size="s" variant="quiet" onClick={() => show('')}>
            {supportBooksTexts.today}
          </Button>
        )}
      </div>
      <TrialBalanceTable asOf={asOf} />
    </Screen>
  );
}
