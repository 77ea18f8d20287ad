import { supportAccountRoutes } from '@candid/contracts';
import { call } from '../../../lib/api/call';
import { supportTexts } from '../../../lib/texts/support';
import { Copyable } from '../../../shared/console/values';
import { MaskedEmail } from './reason-dialog';
import { type AccountDetails, AccountStatus } from './values';

/** Identifies the account of the page; stays in view while the page scrolls. */
export function AccountIdentity({ account }: { account: AccountDetails['account'] }) {
  const { userId, email } = account;
  const reveal = (reason: string, idempotencyKey: string) =>
    call(supportAccountRoutes.revealAccount, { params: { userId }, body: { reason }, idempotencyKey });
  return (
    <dl className="mb-4 flex min-h-12 flex-wrap items-center gap-x-6 gap-y-1 border-b border-b-line bg-ground py-1 text-14 wide:sticky wide:top-[61px] wide:z-10">
      <dt className="sr-only">{supportTexts.email}</dt>
      <dd>
        <MaskedEmail email={email} reveal={reveal} />
      </dd>
      <dt className="sr-only">{supportTexts.userId}</dt>
      <dd>
        <Copyable value={userId} what={supportTexts.userId} />
      </dd>
      <dt className="sr-only">{supportTexts.status}</dt>
      <dd>
        <AccountStatus account={account} />
      </dd>
    </dl>
  );
}
