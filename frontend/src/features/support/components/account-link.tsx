import { Link } from 'react-router-dom';
import { supportTexts } from '../../../lib/texts/support';
import { accountName } from '../hooks/account-name';
import { isId } from '../hooks/is-id';
import styles from './values.module.css';

/** An account of the ledger by its name; a user's leads to the page about it. */
export function AccountLink({ account }: { account: string }) {
  const { label, id, userId } = accountName(account);
  return (
    <span className={styles.account}>
      {label}
      {id && (userId ? <UserLink userId={id} /> : <code className={styles.id}>{id}</code>)}
    </span>
  );
}

interface Shown {
  /** Its beginning, where many stand side by side; the whole is in the tip. */
  isShort?: boolean;
}

export function UserLink({ userId, isShort }: Shown & { userId: string }) {
  return <IdLink to={`/support/accounts/${userId}`} id={userId} isShort={isShort} />;
}

/** Any id, which the search knows what to do with. */
export function FoundLink({ id, isShort }: Shown & { id: string }) {
  return <IdLink to={`/support?q=${encodeURIComponent(id)}`} id={id} isShort={isShort} />;
}

/** Of a request, or of one of its events. */
export function RequestLink({ id, isShort }: Shown & { id: string }) {
  return <IdLink to={`/support/requests/${encodeURIComponent(id)}`} id={id} isShort={isShort} />;
}

function IdLink({ to, id, isShort }: Shown & { to: string; id: string }) {
  const shown = isShort && isId(id) ? { text: supportTexts.shortId(id.slice(0, 8)), tip: id } : { text: id };
  return (
    <Link to={to} className={styles.id} title={shown.tip}>
      {shown.text}
    </Link>
  );
}
