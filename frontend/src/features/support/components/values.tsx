import type { identitySupportRoutes, supportAccountRoutes } from '@candid/contracts';
import { Link } from 'react-router-dom';
import type { Answer } from '../../../lib/api/call';
import { dayOf } from '../../../lib/language/language';
import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { idClass, isId, Pill, shortName } from '../../../shared/console/values';
import { LinkButton } from '../../../ui/button/button';
import { classNames } from '../../../ui/dom/dom';

export type SupportAccount = Answer<typeof identitySupportRoutes.findAccounts>['accounts'][number];
export type AccountDetails = Answer<typeof supportAccountRoutes.getAccount>;

interface AccountName {
  readonly label: string;
  readonly id?: string;
  readonly userId?: string;
}

/** Parses `user:<id>`, `escrow:<id>`, `platform:<name>`, or `user:*` and `escrow:*` for all accounts of a kind. */
export function accountName(account: string): AccountName {
  const texts = supportAccountTexts.accounts;
  const [kind, id = ''] = account.split(':');
  if (kind === 'user') return id === '*' ? { label: texts.users } : { label: texts.user, id, userId: id };
  if (kind === 'escrow') return id === '*' ? { label: texts.escrows } : { label: texts.escrow, id };
  return { label: account in texts ? texts[account as keyof typeof texts] : account };
}

export function AccountLink({ account }: { account: string }) {
  const { label, id, userId } = accountName(account);
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      {label}
      {id && (userId ? <UserLink userId={id} /> : <code className={idClass}>{id}</code>)}
    </span>
  );
}

/** A masked address can belong to several accounts; the beginning of the id tells them apart. */
export const accountText = ({ email, userId }: Pick<SupportAccount, 'email' | 'userId'>): string =>
  `${email} (${shortName(userId)})`;

export function UserLink({ userId, isShort }: { userId: string; isShort?: boolean }) {
  return <IdLink to={`/support/accounts/${userId}`} id={userId} isShort={isShort} />;
}

export function FoundLink({ id, isShort }: { id: string; isShort?: boolean }) {
  return <IdLink to={`/support?q=${encodeURIComponent(id)}`} id={id} isShort={isShort} />;
}

export function RequestLink({ id, isShort }: { id: string; isShort?: boolean }) {
  return <IdLink to={`/support/requests/${encodeURIComponent(id)}`} id={id} isShort={isShort} />;
}

/** A short link shows only the first characters; the tooltip has the whole id. */
function IdLink({ to, id, isShort }: { to: string; id: string; isShort: boolean | undefined }) {
  const shown = isShort && isId(id) ? { text: shortName(id), tip: id } : { text: id };
  return (
    <Link to={to} className={classNames(idClass, shown.tip && 'whitespace-nowrap')} title={shown.tip}>
      {shown.text}
    </Link>
  );
}

export const ReconciliationLink = () => (
  <LinkButton size="s" to="/support/reconciliation">
    {supportTexts.nav.reconciliation}
  </LinkButton>
);

export function AccountStatus({ account: { eraseAt } }: { account: Pick<SupportAccount, 'eraseAt'> }) {
  if (eraseAt === null) return <Pill>{supportTexts.living}</Pill>;
  return <Pill tone="bad">{supportTexts.deletionOn(dayOf(new Date(eraseAt)))}</Pill>;
}
