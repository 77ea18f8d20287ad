import { ColourSchemeChoice, MailChoice } from '../../../features/account/components/mail-choice';
import { SelfDescriptionChoice } from '../../../features/account/components/self-description-choice';
import {
  CountryChoice,
  LocationChoice,
  LookingForChoice,
  ScoreChoices,
} from '../../../features/dashboard/components/dialogs/preference-choices';
import { BlockLists } from '../../../features/safety/components/block-lists';
import { accountTexts } from '../../../lib/texts/account';
import { choiceTexts } from '../../../lib/texts/choices';
import { preferencesTexts } from '../../../lib/texts/preferences';
import { safetyTexts } from '../../../lib/texts/safety';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';
import styles from './account.module.css';

export default function PreferencesPage() {
  return (
    <Screen title={accountTexts.preferences} width="wide">
      <PageHeader title={accountTexts.preferences} backTo="/account" lead={preferencesTexts.lead} />
      <div className={styles.cards}>
        <div className={styles.column}>
          <section className={styles.card}>
            <h2 className={styles.cardTitle}>{preferencesTexts.assessmentPreferences}</h2>
            <LocationChoice whereCountry={choiceTexts.countryAboutYou} />
            <ScoreChoices />
          </section>
          <section className={styles.card}>
            <h2 className={styles.cardTitle}>{choiceTexts.lookingForTitle}</h2>
            <p className={styles.cardText}>{choiceTexts.lookingForLead}</p>
            <LookingForChoice />
          </section>
          <section className={styles.card}>
            <h2 className={styles.cardTitle}>{preferencesTexts.mails}</h2>
            <p className={styles.cardText}>{preferencesTexts.mailsLead}</p>
            <MailChoice />
          </section>
        </div>
        <div className={styles.column}>
          <section className={styles.card}>
            <h2 className={styles.cardTitle}>{preferencesTexts.aboutYou}</h2>
            <p className={styles.cardText}>{preferencesTexts.aboutYouLead}</p>
            <SelfDescriptionChoice />
            <CountryChoice />
          </section>
          <section className={styles.card}>
            <h2 className={styles.cardTitle}>{safetyTexts.listTitle}</h2>
            <p className={styles.cardText}>{safetyTexts.listLead}</p>
            <BlockLists />
          </section>
          <section className={styles.card}>
            <h2 className={styles.cardTitle}>{preferencesTexts.appearance}</h2>
            <p className={styles.cardText}>{preferencesTexts.appearanceLead}</p>
            <ColourSchemeChoice />
          </section>
        </div>
      </div>
    </Screen>
  );
}
