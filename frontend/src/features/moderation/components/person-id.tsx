import { Link } from 'react-router-dom';
import { useUserId } from '../../../lib/session/use-session';
import { moderationTexts } from '../../../lib/texts/moderation';
import { useCurrentUser } from '../../../lib/user/current-user';
import { Copyable } from '../../../shared/console/values';
import { shortName } from './marks';

/** Short user id that copies the full id. It links to the account if the viewer has the support role. */
export function PersonId({ userId, what = moderationTexts.userWord }: { userId: string; what?: string }) {
  const own = useUserId();
  const seesAccounts = useCurrentUser().data?.roles.includes('support');
  if (userId === own) return moderationTexts.you;
  return (
    <Copyable value={userId} what={what}>
      {seesAccounts ? (
        <Link to={`/support/accounts/${userId}`} title={userId}>
          {shortName(userId)}
        </Link>
      ) : (
        <code title={userId}>{shortName(userId)}</code>
      )}
    </Copyable>
  );
}
