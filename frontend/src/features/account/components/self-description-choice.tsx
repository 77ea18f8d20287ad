import { BIRTH_BAND_YEARS, listBirthBands, type SelfDescription } from '@candid/contracts';
import { messageOf } from '../../../lib/api/errors';
import { queryKeys } from '../../../lib/query/keys';
import { useSavedChoice } from '../../../lib/query/use-saved-choice';
import { useUserId } from '../../../lib/session/use-session';
import { preferencesTexts as texts } from '../../../lib/texts/preferences';
import { Notice } from '../../../ui/notice/notice';
import { Select } from '../../../ui/select/select';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { updateSelfDescription, useSelfDescription } from '../api/self-description';
import styles from './account.module.css';

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

/** What people say of themselves as assessors. Each part can be left out. */
export function SelfDescriptionChoice() {
  const userId = useUserId();
  const description = useSelfDescription();
  const saving = useSavedChoice<SelfDescription>(queryKeys.selfDescription(), (chosen, idempotencyKey) =>
    updateSelfDescription({ userId, ...chosen }, idempotencyKey),
  );
  const { data } = description;

  if (description.isLoadingError) {
    return <Notice tone="danger">{messageOf(description.error, texts.loadFailed)}</Notice>;
  }
  if (!data) return <Skeleton height={256} />;
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{texts.aboutYou}</legend>
      <Select
        label={texts.gender}
        showLabel
        options={genders}
        value={data.gender ?? ''}
        onChange={(gender) => saving.choose({ ...data, gender: gender || null })}
      />
      <Select
        label={texts.interestedIn}
        showLabel
        options={interests}
        value={data.interestedIn ?? ''}
        onChange={(interestedIn) => saving.choose({ ...data, interestedIn: interestedIn || null })}
      />
      <Select
        label={texts.born}
        showLabel
        options={bands}
        value={String(data.bornFrom ?? '')}
        onChange={(first) => saving.choose({ ...data, bornFrom: first === '' ? null : Number(first) })}
      />
      {saving.error !== null && <Notice tone="danger">{messageOf(saving.error)}</Notice>}
    </fieldset>
  );
}

function optionsOf<Value extends string>(labels: Record<Value, string>): { value: Value; label: string }[] {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));
}
