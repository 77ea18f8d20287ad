import { BIRTH_BAND_YEARS, identityRoutes, listBirthBands, type SelfDescription } from '@candid/contracts';
import { messageOf } from '../../../lib/api/errors';
import { useSavedChoice } from '../../../lib/query/use-saved-choice';
import { useUserId } from '../../../lib/session/use-session';
import { preferencesTexts as texts } from '../../../lib/texts/preferences';
import { Notice } from '../../../ui/notice/notice';
import { Select } from '../../../ui/select/select';
import { Skeleton } from '../../../ui/skeleton/skeleton';

type Gender = NonNullable<SelfDescription['gender']>;
type Interest = NonNullable<SelfDescription['interestedIn']>;

const notSaid = { value: '', label: texts.notSaid } as const;
const genders = [notSaid, ...optionsOf<Gender>(texts.genders)];
const interests = [notSaid, ...optionsOf<Interest>(texts.interests)];
const bands = [
  notSaid,
  ...listBirthBands(new Date()).map((first) => ({
    value: String(first),
    label: texts.bornBetween(first, first + BIRTH_BAND_YEARS - 1),
  })),
];

/** The person's description of themselves as an assessor. Every part is optional. */
export function SelfDescriptionChoice() {
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

  if (choice.saved.isLoadingError) {
    return <Notice tone="danger">{messageOf(choice.saved.error, texts.loadFailed)}</Notice>;
  }
  if (!data) return <Skeleton height={256} />;
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">{texts.aboutYou}</legend>
      <Select
        label={texts.gender}
        showLabel
        options={genders}
        value={data.gender ?? ''}
        onChange={(gender) => choose({ gender: gender || null })}
      />
      <Select
        label={texts.interestedIn}
        showLabel
        options={interests}
        value={data.interestedIn ?? ''}
        onChange={(interestedIn) => choose({ interestedIn: interestedIn || null })}
      />
      <Select
        label={texts.born}
        showLabel
        options={bands}
        value={String(data.bornFrom ?? '')}
        onChange={(first) => choose({ bornFrom: first === '' ? null : Number(first) })}
      />
      {choice.error !== null && <Notice tone="danger">{messageOf(choice.error)}</Notice>}
    </fieldset>
  );
}

function optionsOf<Value extends string>(labels: Record<Value, string>): { value: Value; label: string }[] {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));
}
