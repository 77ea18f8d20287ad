import { type MailKind, mailsRoutes } from '@candid/contracts';
import { useSyncExternalStore } from 'react';
import { messageOf } from '../../../lib/api/errors';
import { colourScheme, colourSchemes } from '../../../lib/colour-scheme/colour-scheme';
import { useSavedChoice } from '../../../lib/query/use-saved-choice';
import { useUserId } from '../../../lib/session/use-session';
import { preferencesTexts } from '../../../lib/texts/preferences';
import { Notice } from '../../../ui/notice/notice';
import { Segmented } from '../../../ui/segmented/segmented';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { Switch } from '../../../ui/switch/switch';

const kinds = Object.keys(preferencesTexts.mailKinds) as MailKind[];

/** The person cannot switch off mails that the account itself needs. */
export function MailChoice() {
  const userId = useUserId();
  const choice = useSavedChoice(
    mailsRoutes.getMailPreferences,
    { params: { userId } },
    mailsRoutes.updateMailPreferences,
    ({ mails }) => ({ body: { userId, ...mails } }),
  );
  const mails = choice.saved.data?.mails;

  if (choice.saved.isLoadingError) {
    return <Notice tone="danger">{messageOf(choice.saved.error, preferencesTexts.loadFailed)}</Notice>;
  }
  if (!mails) return <Skeleton height={240} />;
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
      {choice.error !== null && <Notice tone="danger">{messageOf(choice.error)}</Notice>}
    </>
  );
}

const options = colourSchemes.map((value) => ({ value, label: preferencesTexts.colourSchemes[value] }));

/** The choice belongs to this browser, not to the account: a phone may be dark while a desktop is light. */
export function ColourSchemeChoice() {
  const chosen = useSyncExternalStore(colourScheme.subscribe, colourScheme.current);
  return (
    <Segmented label={preferencesTexts.colourScheme} options={options} value={chosen} onChange={colourScheme.choose} />
  );
}
