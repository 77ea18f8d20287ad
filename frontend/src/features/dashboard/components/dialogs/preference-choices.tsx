import {
  AUDIENCE_AGES,
  type LocationPreference,
  listCountries,
  type OwnLookingFor,
  type ScorePreferences,
} from '@candid/contracts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../../../lib/api/errors';
import { queryKeys } from '../../../../lib/query/keys';
import { useSavedChoice } from '../../../../lib/query/use-saved-choice';
import { useUserId } from '../../../../lib/session/use-session';
import { choiceTexts } from '../../../../lib/texts/choices';
import { dashboardTexts } from '../../../../lib/texts/dashboard';
import { Notice, NoticeRegion } from '../../../../ui/notice/notice';
import { Segmented } from '../../../../ui/segmented/segmented';
import { Select } from '../../../../ui/select/select';
import { Skeleton } from '../../../../ui/skeleton/skeleton';
import { Switch } from '../../../../ui/switch/switch';
import {
  type Location,
  updateLocation,
  updateLookingFor,
  updateScorePreferences,
  useLocation,
  useOwnLookingFor,
  useScorePreferences,
} from '../../api/preferences';
import styles from './dialogs.module.css';

const countries = [
  { value: '', label: choiceTexts.countryNone },
  ...listCountries().map(({ code, name }) => ({ value: code, label: name })),
];

/** The owner's own country. It is guessed at sign-up, where it can be. */
export function CountryChoice() {
  const { location, saving } = useSavedLocation();
  const { data } = location;

  // The choice above, which is loaded with this one, says what is wrong.
  if (location.isLoadingError) return null;
  if (!data) return <Skeleton height={96} />;
  return (
    <>
      <Select
        label={choiceTexts.country}
        hint={choiceTexts.countryHint}
        options={countries}
        value={data.country ?? ''}
        onChange={(country) => saving.choose({ ...data, country: country === '' ? null : country })}
      />
      {saving.error !== null && <Notice tone="danger">{messageOf(saving.error)}</Notice>}
    </>
  );
}

const locations: { value: LocationPreference; label: string }[] = [
  { value: 'NotMine', label: choiceTexts.locationNotMine },
  { value: 'All', label: choiceTexts.locationAll },
];

const inPreferences = <Link to="/account/preferences">{choiceTexts.countryInPreferences}</Link>;

/** Where assessors may come from. `whereCountry` is where an unknown country is chosen. */
export function LocationChoice({ whereCountry = inPreferences }: { whereCountry?: ReactNode }) {
  const { location, saving } = useSavedLocation();
  const { data } = location;

  if (location.isLoadingError) {
    return <Notice tone="danger">{messageOf(location.error, dashboardTexts.loadFailed)}</Notice>;
  }
  if (!data) return <Skeleton height={76} />;
  const hasNoEffect = data.locationsPreference === 'NotMine' && data.country === null;
  return (
    <>
      <Segmented
        label={choiceTexts.location}
        options={locations}
        value={data.locationsPreference}
        onChange={(locationsPreference) => saving.choose({ ...data, locationsPreference })}
      />
      <NoticeRegion>
        {hasNoEffect && (
          <Notice tone="accent">
            {choiceTexts.countryUnknown} {whereCountry}
          </Notice>
        )}
      </NoticeRegion>
      {saving.error !== null && <Notice tone="danger">{messageOf(saving.error)}</Notice>}
    </>
  );
}

/** Where assessors may come from and the own country: the server saves both together. */
function useSavedLocation() {
  const userId = useUserId();
  const location = useLocation(true);
  const saving = useSavedChoice<Location>(queryKeys.locationPreference(), (chosen, idempotencyKey) =>
    updateLocation({ userId, ...chosen }, idempotencyKey),
  );
  return { location, saving };
}

const genders = optionsOf(choiceTexts.genders);
const relationships = optionsOf(choiceTexts.relationships);
const comparedBy = optionsOf(choiceTexts.comparedBy);

/** Whom one looks for and for what. Assessors see all of it but the ages. */
export function LookingForChoice() {
  const userId = useUserId();
  const lookingFor = useOwnLookingFor(true);
  const saving = useSavedChoice<OwnLookingFor>(queryKeys.lookingFor(userId), (chosen, idempotencyKey) =>
    updateLookingFor({ userId, ...chosen }, idempotencyKey),
  );

  if (lookingFor.isLoadingError) {
    return <Notice tone="danger">{messageOf(lookingFor.error, dashboardTexts.loadFailed)}</Notice>;
  }
  const { data } = lookingFor;
  if (!data) return <Skeleton height={276} />;
  return (
    <>
      <Segmented
        label={choiceTexts.gender}
        options={genders}
        value={data.gender}
        onChange={(gender) => saving.choose({ ...data, gender })}
      />
      <AgeChoice ages={data} onChange={(age) => saving.choose({ ...data, ...age })} />
      <Segmented
        label={choiceTexts.relationship}
        options={relationships}
        value={data.relationshipType}
        onChange={(relationshipType) => saving.choose({ ...data, relationshipType })}
      />
      {saving.error !== null && <Notice tone="danger">{messageOf(saving.error)}</Notice>}
    </>
  );
}

type Ages = Pick<OwnLookingFor, 'ageFrom' | 'ageTo'>;

/** The first and the last age stand for no bound. Each list offers only ages that leave ten years between both. */
function AgeChoice({ ages: { ageFrom, ageTo }, onChange }: { ages: Ages; onChange: (age: Partial<Ages>) => void }) {
  const { min, max, yearsMin } = AUDIENCE_AGES;
  const [first, last] = [ageFrom ?? min, ageTo ?? max];
  return (
    <fieldset>
      <legend className={styles.legend}>{choiceTexts.ages}</legend>
      <div className={styles.ages}>
        <Select
          label={choiceTexts.ageFrom}
          options={agesBetween(min, last - yearsMin + 1)}
          value={String(first)}
          onChange={(age) => onChange({ ageFrom: Number(age) === min ? null : Number(age) })}
        />
        <span aria-hidden="true">–</span>
        <Select
          label={choiceTexts.ageTo}
          options={agesBetween(first + yearsMin - 1, max)}
          value={String(last)}
          onChange={(age) => onChange({ ageTo: Number(age) === max ? null : Number(age) })}
        />
      </div>
    </fieldset>
  );
}

const agesBetween = (first: number, last: number): { value: string; label: string }[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index).map((age) => ({
    value: String(age),
    label: age === AUDIENCE_AGES.max ? choiceTexts.ageOrOlder(age) : String(age),
  }));

function optionsOf<Value extends string>(labels: Record<Value, string>): { value: Value; label: string }[] {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));
}

/** Whose scores order photos, and whether assessments end by themselves once it is clear which photo is best. */
export function ScoreChoices() {
  const userId = useUserId();
  const preference = useScorePreferences(true);
  const saving = useSavedChoice<ScorePreferences>(queryKeys.scorePreferences(), (chosen, idempotencyKey) =>
    updateScorePreferences({ userId, ...chosen }, idempotencyKey),
  );
  const { data } = preference;

  if (preference.isLoadingError) {
    return <Notice tone="danger">{messageOf(preference.error, dashboardTexts.loadFailed)}</Notice>;
  }
  if (data === undefined) return <Skeleton height={195} />;
  return (
    <>
      <Switch
        label={choiceTexts.stopWhenSettled}
        hint={choiceTexts.stopWhenSettledHint}
        checked={data.stopWhenSettled}
        onChange={(stopWhenSettled) => saving.choose({ ...data, stopWhenSettled })}
      />
      <div className={styles.choice}>
        <Segmented
          label={choiceTexts.compareBy}
          options={comparedBy}
          value={data.compareBy}
          onChange={(compareBy) => saving.choose({ ...data, compareBy })}
        />
        <p className={styles.choiceHint}>{choiceTexts.compareByHint}</p>
      </div>
      {saving.error !== null && <Notice tone="danger">{messageOf(saving.error)}</Notice>}
    </>
  );
}
