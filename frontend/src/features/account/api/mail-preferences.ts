import { type MailKind, type MailPreferences, mailsRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call';
import { newIdempotencyKey } from '../../../lib/api/idempotency';
import { queryKeys } from '../../../lib/query/keys';
import { useUserId } from '../../../lib/session/use-session';

export function useMailPreferences() {
  const userId = useUserId();
  return useQuery({
    queryKey: queryKeys.mailPreferences(),
    queryFn: async ({ signal }) => (await call(mailsRoutes.getMailPreferences, { params: { userId }, signal })).mails,
  });
}

export async function updateMailPreferences(
  body: MailPreferences & { userId: string },
  idempotencyKey: string,
): Promise<void> {
  await call(mailsRoutes.updateMailPreferences, { body, idempotencyKey });
}

/** Which mails the link stops; undefined for a link that is not valid. */
export async function seeUnsubscribe(token: string): Promise<MailKind | undefined> {
  return (await call(mailsRoutes.seeUnsubscribe, { params: { token } })).mail;
}

export async function unsubscribe(token: string): Promise<void> {
  await call(mailsRoutes.unsubscribe, { params: { token }, idempotencyKey: newIdempotencyKey() });
}
