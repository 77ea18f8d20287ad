import type { MailKind, MailPreferences } from '@candid/contracts';
import { useSyncExternalStore } from 'react';
import { messageOf } from '../../../lib/api/errors';
import { colourScheme, colourSchemes } from '../../../lib/colour-scheme/colour-scheme';
import { queryKeys } from '../../../lib/query/keys';
import { useSavedChoice } from '../../../lib/query/use-saved-choice';
import { useUserId } from '../../../lib/session/use-session';
import { preferencesTexts } from '../../../lib/texts/preferences';
import { Notice } from '../../../ui/notice/notice';
import { Segmented } from '../../../ui/segmented/segmented';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { Switch } from '../../../ui/switch/switch';
import { updateMailPreferences, useMailPreferences } from '../api/mail-preferences';

const kinds = Object.keys(preferencesTexts.mailKinds) as MailKind[];

/** Which mails are sent. Mails that serve the account itself cannot be switched off. */
export function MailChoice() {
  const userId = useUserId();
  const preferences = useMailPreferences();
  const saving = useSavedChoice<MailPreferences>(queryKeys.mailPreferences(), (chosen, idempotencyKey) =>
    updateMailPreferences({ userId, ...chosen }, idempotencyKey),
  );
  const { data } = preferences;

  if (preferences.isLoadingError) {
    return <Notice tone="danger">{messageOf(preferences.error, preferencesTexts.loadFailed)}</Notice>;
  }
  if (!data) return <Skeleton height={240} />;
  return (
    <>
      {kinds.map((kind) => (
        <Switch
          key={kind}
          label={preferencesTexts.mailKinds[kind].label}
          hint={preferencesTexts.mailKinds[kind].hint}
          checked={data[kind]}
          onChange={(isWanted) => saving.choose({ ...data, [kind]: isWanted })}
        />
      ))}
      {saving.error !== null && <Notice tone="danger">{messageOf(saving.error)}</Notice>}
    </>
  );
}

const options = colourSchemes.map((value) => ({ value, label: preferencesTexts.colourSchemes[value] }));

/** Of this browser, not of the account: a phone may be dark where a desk is light. */
export function ColourSchemeChoice() {
  const chosen = useSyncExternalStore(colourScheme.subscribe, colourScheme.current);
  return (
    <Segmented label={preferencesTexts.colourScheme} options={options} value={chosen} onChange={colourScheme.choose} />
  );
}
