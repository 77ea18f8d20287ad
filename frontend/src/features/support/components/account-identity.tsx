import { supportAccountRoutes } from '@candid/contracts';
import { call } from '../../../lib/api/call';
import { supportTexts } from '../../../lib/texts/support';
import { Copyable } from '../../../shared/console/values';
import styles from './account-identity.module.css';
import { MaskedEmail } from './reason-dialog';
import { type AccountDetails, AccountStatus } from './values';

/** Identifies the account of the page; stays in view while the page scrolls. */
export function AccountIdentity({ account }: { account: AccountDetails['account'] }) {
  const { userId, email } = account;
  const reveal = (reason: string, idempotencyKey: string) =>
    call(supportAccountRoutes.revealAccount, { params: { userId }, body: { reason }, idempotencyKey });
  return (
    <dl className={styles.identity}>
      <dt className="visually-hidden">{supportTexts.email}</dt>
      <dd>
        <MaskedEmail email={email} reveal={reveal} />
      </dd>
      <dt className="visually-hidden">{supportTexts.userId}</dt>
      <dd>
        <Copyable value={userId} what={supportTexts.userId} />
      </dd>
      <dt className="visually-hidden">{supportTexts.status}</dt>
      <dd>
        <AccountStatus account={account} />
      </dd>
    </dl>
  );
}
