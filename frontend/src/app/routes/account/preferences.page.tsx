import {
  accountRoutes,
  BIRTH_BAND_YEARS,
  identityRoutes,
  type Language,
  listBirthBands,
  type MailKind,
  mailsRoutes,
  type SelfDescription,
} from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import {
  ChoicePending,
  ChoiceProblem,
  CountryChoice,
  LocationChoice,
  LookingForChoice,
  optionsOf,
  ScoreChoices,
} from '../../../features/dashboard/components/dialogs/preference-choices';
import { PushChoice } from '../../../features/push/push-choice';
import { BlockLists } from '../../../features/safety/components/block-lists';
import { call } from '../../../lib/api/call';
import { colourScheme, colourSchemes } from '../../../lib/colour-scheme/colour-scheme';
import { languageNames, pageLanguage } from '../../../lib/language/languages';
import { settled, useAction } from '../../../lib/query/use-act';
import { useSavedChoice } from '../../../lib/query/use-saved-choice';
import { useUserId } from '../../../lib/session/use-session';
import { accountTexts } from '../../../lib/texts/account';
import { choiceTexts } from '../../../lib/texts/choices';
import { preferencesTexts } from '../../../lib/texts/preferences';
import { pushTexts } from '../../../lib/texts/push';
import { safetyTexts } from '../../../lib/texts/safety';
import { Notice, NoticeRegion } from '../../../ui/notice/notice';
import { Segmented } from '../../../ui/segmented/segmented';
import { Select } from '../../../ui/select/select';
import { Switch } from '../../../ui/switch/switch';
import { toastStore } from '../../../ui/toast/toast-store';
import { HeadedScreen } from '../../shell/headed-screen';
import { Card, cardsClass } from './account-card';

const columnClass = 'grid grid-cols-1 gap-4 wide:gap-5';

export default function PreferencesPage() {
  return (
    <HeadedScreen title={accountTexts.preferences} backTo="/account" lead={preferencesTexts.lead}>
      <div className={cardsClass}>
        <div className={columnClass}>
          <Card title={preferencesTexts.assessmentPreferences}>
            <LocationChoice whereCountry={choiceTexts.countryAboutYou} />
            <ScoreChoices />
          </Card>
          <Card title={choiceTexts.lookingForTitle} lead={choiceTexts.lookingForLead}>
            <LookingForChoice />
          </Card>
          <Card title={preferencesTexts.mails} lead={preferencesTexts.mailsLead}>
            <MailChoice />
          </Card>
          <Card title={pushTexts.title} lead={pushTexts.lead}>
            <PushChoice />
          </Card>
        </div>
        <div className={columnClass}>
          <Card title={preferencesTexts.aboutYou} lead={preferencesTexts.aboutYouLead}>
            <SelfDescriptionChoice />
            <CountryChoice />
          </Card>
          <Card title={safetyTexts.listTitle} lead={safetyTexts.listLead}>
            <BlockLists />
          </Card>
          <Card title={preferencesTexts.language} lead={preferencesTexts.languageLead}>
            <LanguageChoice />
          </Card>
          <Card title={preferencesTexts.appearance} lead={preferencesTexts.appearanceLead}>
            <ColourSchemeChoice />
          </Card>
        </div>
      </div>
    </HeadedScreen>
  );
}

type Gender = NonNullable<SelfDescription['gender']>;
type Interest = NonNullable<SelfDescription['interestedIn']>;

const notSaid = { value: '', label: preferencesTexts.notSaid } as const;
const genders = [notSaid, ...optionsOf<Gender>(preferencesTexts.genders)];
const interests = [notSaid, ...optionsOf<Interest>(preferencesTexts.interests)];
const bands = [
  notSaid,
  ...listBirthBands(new Date()).map((first) => ({
    value: String(first),
    label: preferencesTexts.bornBetween(first, first + BIRTH_BAND_YEARS - 1),
  })),
];

function SelfDescriptionChoice() {
  const userId = useUserId();
  const choice = useSavedChoice(
    identityRoutes.getSelfDescription,
    { params: { userId } },
    identityRoutes.updateSelfDescription,
    ({ selfDescription }) => ({ body: { userId, ...selfDescription } }),
  );
  const data = choice.saved.data?.selfDescription;
  const choose = (chosen: Partial<SelfDescription>) =>
    data && choice.choose({ selfDescription: { ...data, ...chosen } });

  if (!data) return <ChoicePending saved={choice.saved} height={256} failed={preferencesTexts.loadFailed} />;
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">{preferencesTexts.aboutYou}</legend>
      <Select
        label={preferencesTexts.gender}
        showLabel
        options={genders}
        value={data.gender ?? ''}
        onChange={(gender) => choose({ gender: gender || null })}
      />
      <Select
        label={preferencesTexts.interestedIn}
        showLabel
        options={interests}
        value={data.interestedIn ?? ''}
        onChange={(interestedIn) => choose({ interestedIn: interestedIn || null })}
      />
      <Select
        label={preferencesTexts.born}
        showLabel
        options={bands}
        value={String(data.bornFrom ?? '')}
        onChange={(first) => choose({ bornFrom: first === '' ? null : Number(first) })}
      />
      <ChoiceProblem error={choice.error} />
    </fieldset>
  );
}

const kinds = Object.keys(preferencesTexts.mailKinds) as MailKind[];

/** The person cannot switch off mails that the account itself needs. */
function MailChoice() {
  const userId = useUserId();
  const choice = useSavedChoice(
    mailsRoutes.getMailPreferences,
    { params: { userId } },
    mailsRoutes.updateMailPreferences,
    ({ mails }) => ({ body: { userId, ...mails } }),
  );
  const mails = choice.saved.data?.mails;

  if (!mails) return <ChoicePending saved={choice.saved} height={240} failed={preferencesTexts.loadFailed} />;
  return (
    <>
      {kinds.map((kind) => (
        <Switch
          key={kind}
          label={preferencesTexts.mailKinds[kind].label}
          hint={preferencesTexts.mailKinds[kind].hint}
          checked={mails[kind]}
          onChange={(isWanted) => choice.choose({ mails: { ...mails, [kind]: isWanted } })}
        />
      ))}
      <ChoiceProblem error={choice.error} />
    </>
  );
}

const languages = optionsOf<Language>(languageNames);

/** Each language is a build of its own, so the page loads again once the account has the choice for its mails. */
function LanguageChoice() {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState(pageLanguage);
  const change = useAction(async (language: Language, idempotencyKey) => {
    const { takeLanguage } = await import('../../../lib/language/take-language');
    await call(accountRoutes.updateLanguage, { body: { language }, idempotencyKey });
    // Runs an action that still offers an Undo, because its message ends with the page.
    toastStore.dismiss();
    // The new page would lose what the old one still saves. One pending mutation is this change.
    await settled(queryClient, {}, 1);
    await takeLanguage(language);
  });
  const choose = (language: Language) => {
    if (change.busy) return;
    setChosen(language);
    change.run(language).catch(() => setChosen(pageLanguage));
  };

  return (
    <>
      <Select label={preferencesTexts.language} options={languages} value={chosen} onChange={choose} />
      <NoticeRegion>{change.busy && <Notice>{preferencesTexts.languageChanging}</Notice>}</NoticeRegion>
      <ChoiceProblem error={change.error} />
    </>
  );
}

const options = colourSchemes.map((value) => ({ value, label: preferencesTexts.colourSchemes[value] }));

/** The choice belongs to this browser, not to the account: a phone may be dark while a desktop is light. */
function ColourSchemeChoice() {
  const chosen = useSyncExternalStore(colourScheme.subscribe, colourScheme.current);
  return (
    <Segmented label={preferencesTexts.colourScheme} options={options} value={chosen} onChange={colourScheme.choose} />
  );
}
