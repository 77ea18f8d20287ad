import { ColourSchemeChoice } from '../../../features/account/components/colour-scheme-choice';
import { LocationChoice } from '../../../features/dashboard/components/dialogs/location-choice';
import { LookingForChoice } from '../../../features/dashboard/components/dialogs/looking-for-choice';
import { StopWhenSettled } from '../../../features/dashboard/components/dialogs/stop-when-settled';
import { accountTexts } from '../../../lib/texts/account';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { preferencesTexts } from '../../../lib/texts/preferences';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';
import styles from './account.module.css';

export default function PreferencesPage() {
  return (
    <Screen title={accountTexts.preferences} width="wide">
      <PageHeader title={accountTexts.preferences} backTo="/account" lead={preferencesTexts.lead} />
      <div className={styles.cards}>
        <section className={styles.card}>
          <h2 className={styles.cardTitle}>{preferencesTexts.assessmentPreferences}</h2>
          <LocationChoice />
          <StopWhenSettled />
        </section>
        <section className={styles.card}>
          <h2 className={styles.cardTitle}>{dashboardTexts.lookingForTitle}</h2>
          <p className={styles.cardText}>{dashboardTexts.lookingForLead}</p>
          <LookingForChoice />
        </section>
        <section className={styles.card}>
          <h2 className={styles.cardTitle}>{preferencesTexts.appearance}</h2>
          <p className={styles.cardText}>{preferencesTexts.appearanceLead}</p>
          <ColourSchemeChoice />
        </section>
      </div>
    </Screen>
  );
}
