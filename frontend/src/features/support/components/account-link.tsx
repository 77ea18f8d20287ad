import { Link } from 'react-router-dom';
import { accountName } from '../hooks/account-name';
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

export function UserLink({ userId }: { userId: string }) {
  return (
    <Link to={`/support/accounts/${userId}`} className={styles.id}>
      {userId}
    </Link>
  );
}

/** Any id, which the search knows what to do with. */
export function FoundLink({ id }: { id: string }) {
  return (
    <Link to={`/support?q=${encodeURIComponent(id)}`} className={styles.id}>
      {id}
    </Link>
  );
}

/** Of a request, or of one of its events. */
export function RequestLink({ id }: { id: string }) {
  return (
    <Link to={`/support/requests/${encodeURIComponent(id)}`} className={styles.id}>
      {id}
    </Link>
  );
}
