import { useNavigate } from 'react-router-dom';
import { DeleteAccount } from '../../../features/account/components/delete-account';
import { ExportAccount } from '../../../features/account/components/export-account';
import { accountTexts } from '../../../lib/texts/account';
import { yourDataTexts } from '../../../lib/texts/your-data';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';
import styles from './account.module.css';

export default function YourDataPage() {
  const navigate = useNavigate();
  return (
    <Screen title={accountTexts.yourData} width="wide">
      <PageHeader title={accountTexts.yourData} backTo="/account" lead={yourDataTexts.lead} />
      <div className={styles.cards}>
        <section className={styles.card}>
          <h2 className={styles.cardTitle}>{yourDataTexts.exportTitle}</h2>
          <ExportAccount />
        </section>
        <section className={styles.card}>
          <h2 className={styles.cardTitle}>{yourDataTexts.deleteTitle}</h2>
          <p className={styles.cardText}>{yourDataTexts.deleteLead}</p>
          {/* The landing page takes the session down: the guard of this page would lead to the log-in first. */}
          <DeleteAccount onDeleted={(account) => navigate('/landing', { replace: true, state: account })} />
        </section>
      </div>
    </Screen>
  );
}
