import { type CurrentUser, mailsRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/api/errors';
import { useAct } from '../../lib/query/use-act';
import { accountTexts } from '../../lib/texts/account';
import { patchCurrentUser } from '../../lib/user/current-user';
import { Button } from '../../ui/button/button';
import { Notice } from '../../ui/notice/notice';

/** Tells a person whose address takes no mail. The button makes the server send mails again. */
export default function BouncedEmail({ user: { userId, email } }: { user: Pick<CurrentUser, 'userId' | 'email'> }) {
  const queryClient = useQueryClient();
  const confirming = useAct(mailsRoutes.confirmEmail, () =>
    patchCurrentUser(queryClient, userId, { emailBouncedAt: null }),
  );
  const confirm = () => void confirming.run({ body: { userId } }).catch(() => undefined);
  const button = (
    <Button size="s" busy={confirming.busy} onClick={confirm}>
      {accountTexts.confirmEmail}
    </Button>
  );
  return (
    <aside className="mx-auto w-full max-w-page-wide px-4 pt-4 wide:px-6">
      <Notice tone="danger" action={button}>
        <p className="wrap-anywhere">{accountTexts.emailBounced(email)}</p>
        {confirming.error !== null && <p>{messageOf(confirming.error, accountTexts.confirmEmailFailed)}</p>}
      </Notice>
    </aside>
  );
}
