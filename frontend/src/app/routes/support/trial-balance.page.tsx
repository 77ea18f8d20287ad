import { useSearchParams } from 'react-router-dom';
import { DayField } from '../../../features/support/components/day-field';
import { TrialBalanceTable } from '../../../features/support/components/trial-balance-table';
import { filtersOf } from '../../../features/support/hooks/statement-filters';
import { supportBooksTexts } from '../../../lib/texts/support-books';
import { Button } from '../../../ui/button/button';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';
import styles from './trial-balance.module.css';

/** Of now, or as of the day in the address. */
export function TrialBalancePage() {
  const [search, setSearch] = useSearchParams();
  const asOf = filtersOf(search).to ?? '';
  const show = (day: string) => setSearch(day ? { to: day } : {}, { replace: true });
  return (
    <Screen title={supportBooksTexts.trialTitle} width="wide">
      <PageHeader title={supportBooksTexts.trialTitle} lead={supportBooksTexts.trialLead} />
      <div className={styles.bar}>
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
