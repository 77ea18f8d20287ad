import { ChainVerification } from '../../../features/support/components/chain-verification';
import { ReconciliationBoard } from '../../../features/support/components/reconciliation-board';
import { ReconciliationRuns } from '../../../features/support/components/reconciliation-runs';
import { supportBooksTexts } from '../../../lib/texts/support-books';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';
import styles from './account.module.css';

export function ReconciliationPage() {
  return (
    <Screen title={supportBooksTexts.reconciliationTitle} width="wide">
      <PageHeader title={supportBooksTexts.reconciliationTitle} lead={supportBooksTexts.reconciliationLead} />
      <div className={styles.who}>
        <ReconciliationBoard />
      </div>
      <ChainVerification />
      <ReconciliationRuns />
    </Screen>
  );
}
