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
import { cardClass, cardsClass } from './account-classes';

const columnClass = 'grid grid-cols-1 gap-4 wide:gap-5';

export default function PreferencesPage() {
  return (
    <Screen title={accountTexts.preferences} width="wide">
      <PageHeader title={accountTexts.preferences} backTo="/account" lead={preferencesTexts.lead} />
      <div className={cardsClass}>
        <div className={columnClass}>
          <section className={cardClass}>
            <h2 className="[&+p]:-mt-3">{preferencesTexts.assessmentPreferences}</h2>
            <LocationChoice whereCountry={choiceTexts.countryAboutYou} />
            <ScoreChoices />
          </section>
          <section className={cardClass}>
            <h2 className="[&+p]:-mt-3">{choiceTexts.lookingForTitle}</h2>
            <p className="text-ink-soft">{choiceTexts.lookingForLead}</p>
            <LookingForChoice />
          </section>
          <section className={cardClass}>
            <h2 className="[&+p]:-mt-3">{preferencesTexts.mails}</h2>
            <p className="text-ink-soft">{preferencesTexts.mailsLead}</p>
            <MailChoice />
          </section>
        </div>
        <div className={columnClass}>
          <section className={cardClass}>
            <h2 className="[&+p]:-mt-3">{preferencesTexts.aboutYou}</h2>
            <p className="text-ink-soft">{preferencesTexts.aboutYouLead}</p>
            <SelfDescriptionChoice />
            <CountryChoice />
          </section>
          <section className={cardClass}>
            <h2 className="[&+p]:-mt-3">{safetyTexts.listTitle}</h2>
            <p className="text-ink-soft">{safetyTexts.listLead}</p>
            <BlockLists />
          </section>
          <section className={cardClass}>
            <h2 className="[&+p]:-mt-3">{preferencesTexts.appearance}</h2>
            <p className="text-ink-soft">{preferencesTexts.appearanceLead}</p>
            <ColourSchemeChoice />
          </section>
        </div>
      </div>
    </Screen>
  );
}
