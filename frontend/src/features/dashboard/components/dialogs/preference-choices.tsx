import {
  AUDIENCE_AGES,
  assessmentsRoutes,
  identityRoutes,
  type LocationPreference,
  listCountries,
  type OwnLookingFor,
} from '@candid/contracts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../../../lib/api/errors';
import { language } from '../../../../lib/language/language';
import { useSavedChoice } from '../../../../lib/query/use-saved-choice';
import { useUserId } from '../../../../lib/session/use-session';
import { choiceTexts } from '../../../../lib/texts/choices';
import { dashboardTexts } from '../../../../lib/texts/dashboard';
import { Notice, NoticeRegion } from '../../../../ui/notice/notice';
import { Segmented } from '../../../../ui/segmented/segmented';
import { Select } from '../../../../ui/select/select';
import { Skeleton } from '../../../../ui/skeleton/skeleton';
import { Switch } from '../../../../ui/switch/switch';

interface ChoicePendingProps {
  saved: { isLoadingError: boolean; error: unknown };
  height: number;
  failed?: string;
}

/** Reserves the space of a choice until the choice is loaded, or shows that loading failed. */
export function ChoicePending({ saved, height, failed = dashboardTexts.loadFailed }: ChoicePendingProps) {
  if (!saved.isLoadingError) return <Skeleton height={height} />;
  return <Notice tone="danger">{messageOf(saved.error, failed)}</Notice>;
}

export function ChoiceProblem({ error }: { error: unknown }) {
  return error !== null && <Notice tone="danger">{messageOf(error)}</Notice>;
}

export function optionsOf<Value extends string>(labels: Record<Value, string>): { value: Value; label: string }[] {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));
}

/** The language without its region, because `en-GB` has other names for a few countries than `en`. */
const { language: countryLanguage } = new Intl.Locale(language);
const countries = [
  { value: '', label: choiceTexts.countryNone },
  ...listCountries(countryLanguage).map(({ code, name }) => ({ value: code, label: name })),
];

/** The owner's own country. Sign-up guesses the country if possible. */
export function CountryChoice() {
  const choice = useSavedLocation();
  const { data } = choice.saved;

  // The location choice above shows the error, because both choices use the same query.
  if (choice.saved.isLoadingError) return null;
  if (!data) return <Skeleton height={96} />;
  return (
    <>
      <Select
        label={choiceTexts.country}
        hint={choiceTexts.countryHint}
        options={countries}
        value={data.country ?? ''}
        onChange={(country) => choice.choose({ country: country === '' ? null : country })}
      />
      <ChoiceProblem error={choice.error} />
    </>
  );
}

const locations: { value: LocationPreference; label: string }[] = [
  { value: 'NotMine', label: choiceTexts.locationNotMine },
  { value: 'All', label: choiceTexts.locationAll },
];

const inPreferences = <Link to="/account/preferences">{choiceTexts.countryInPreferences}</Link>;

/** Lets the owner limit the assessors' location. `whereCountry` tells owners without a country where to set one. */
export function LocationChoice({ whereCountry = inPreferences }: { whereCountry?: ReactNode }) {
  const choice = useSavedLocation();
  const { data } = choice.saved;
  if (!data) return <ChoicePending saved={choice.saved} height={76} />;
  const hasNoEffect = data.locationsPreference === 'NotMine' && data.country === null;
  return (
    <>
      <Segmented
        label={choiceTexts.location}
        options={locations}
        value={data.locationsPreference}
        onChange={(locationsPreference) => choice.choose({ locationsPreference })}
      />
      <NoticeRegion>
        {hasNoEffect && (
          <Notice tone="accent">
            {choiceTexts.countryUnknown} {whereCountry}
          </Notice>
        )}
      </NoticeRegion>
      <ChoiceProblem error={choice.error} />
    </>
  );
}

/** The owner's country and the assessors' allowed location, which the server saves together. */
function useSavedLocation() {
  const userId = useUserId();
  return useSavedChoice(
    identityRoutes.getLocationPreferences,
    { params: { userId } },
    identityRoutes.updateLocationPreferences,
    ({ locationsPreference, country }) => ({ body: { userId, locationsPreference, country } }),
  );
}

const genders = optionsOf(choiceTexts.genders);
const relationships = optionsOf(choiceTexts.relationships);
const comparedBy = optionsOf(choiceTexts.comparedBy);

/** The person and the relationship that the owner is looking for. Assessors see everything except the ages. */
export function LookingForChoice() {
  const userId = useUserId();
  const choice = useSavedChoice(
    identityRoutes.getLookingFor,
    { params: { userId } },
    identityRoutes.updateLookingFor,
    ({ lookingFor: chosen }) => ({ body: { userId, ...chosen } }),
  );
  const data = choice.saved.data?.lookingFor;
  if (!data) return <ChoicePending saved={choice.saved} height={276} />;
  const choose = (chosen: Partial<OwnLookingFor>) => choice.choose({ lookingFor: { ...data, ...chosen } });
  return (
    <>
      <Segmented
        label={choiceTexts.gender}
        options={genders}
        value={data.gender}
        onChange={(gender) => choose({ gender })}
      />
      <AgeChoice ages={data} onChange={choose} />
      <Segmented
        label={choiceTexts.relationship}
        options={relationships}
        value={data.relationshipType}
        onChange={(relationshipType) => choose({ relationshipType })}
      />
      <ChoiceProblem error={choice.error} />
    </>
  );
}

type Ages = Pick<OwnLookingFor, 'ageFrom' | 'ageTo'>;

/** The lowest and the highest age mean no limit. The lists offer only ranges of at least ten ages. */
function AgeChoice({ ages, onChange }: { ages: Partial<Ages>; onChange: (age: Partial<Ages>) => void }) {
  const { ageFrom = null, ageTo = null } = ages;
  const { min, max, yearsMin } = AUDIENCE_AGES;
  const [first, last] = [ageFrom ?? min, ageTo ?? max];
  return (
    <fieldset>
      <legend className="mb-2 p-0 text-14 font-medium">{choiceTexts.ages}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-2 tabular-nums">
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

export function ScoreChoices() {
  const userId = useUserId();
  const choice = useSavedChoice(
    assessmentsRoutes.getScorePreferences,
    { params: { userId } },
    assessmentsRoutes.updateScorePreferences,
    ({ success: _, ...chosen }) => ({ body: { userId, ...chosen } }),
  );
  const { data } = choice.saved;
  if (!data) return <ChoicePending saved={choice.saved} height={195} />;
  return (
    <>
      <Switch
        label={choiceTexts.stopWhenSettled}
        hint={choiceTexts.stopWhenSettledHint}
        checked={data.stopWhenSettled}
        onChange={(stopWhenSettled) => choice.choose({ stopWhenSettled })}
      />
      <div className="grid gap-2">
        <Segmented
          label={choiceTexts.compareBy}
          options={comparedBy}
          value={data.compareBy}
          onChange={(compareBy) => choice.choose({ compareBy })}
        />
        <p className="text-14 text-ink-soft">{choiceTexts.compareByHint}</p>
      </div>
      <ChoiceProblem error={choice.error} />
    </>
  );
}
