import { ChangePassword } from '../../../features/account/components/change-password';
import { SessionList } from '../../../features/account/components/session-list';
import { securityTexts } from '../../../lib/texts/security';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';
import styles from './account.module.css';

export default function SecurityPage() {
  return (
    <Screen title={securityTexts.title} width="wide">
      <PageHeader title={securityTexts.title} backTo="/account" />
      <div className={styles.cards}>
        <section className={styles.card}>
          <h2 className={styles.cardTitle}>{securityTexts.devicesTitle}</h2>
          <p className={styles.cardText}>{securityTexts.devicesLead}</p>
          <SessionList />
        </section>
        <section className={styles.card}>
          <h2 className={styles.cardTitle}>{securityTexts.passwordTitle}</h2>
          <p className={styles.cardText}>{securityTexts.passwordLead}</p>
          <ChangePassword />
        </section>
      </div>
    </Screen>
  );
}
