import { ChainVerification } from '../../../features/support/components/chain-verification';
import { ReconciliationBoard } from '../../../features/support/components/reconciliation-board';
import { ReconciliationRuns } from '../../../features/support/components/reconciliation-runs';
import { supportTexts } from '../../../lib/texts/support';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';
import styles from './account.module.css';

export function ReconciliationPage() {
  return (
    <Screen title={supportTexts.reconciliationTitle} width="wide">
      <PageHeader title={supportTexts.reconciliationTitle} lead={supportTexts.reconciliationLead} />
      <div className={styles.who}>
        <ReconciliationBoard />
      </div>
      <ChainVerification />
      <ReconciliationRuns />
    </Screen>
  );
}
