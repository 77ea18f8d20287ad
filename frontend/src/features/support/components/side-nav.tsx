import type { Role } from '@candid/contracts';
import { ArrowLeft } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { whole } from '../../../lib/language/language';
import { supportTexts } from '../../../lib/texts/support';
import { useWaitingCounts, type WaitingCount } from '../api/counts';
import { type ConsolePage, pagesFor } from '../console-pages';
import styles from './console.module.css';

/** The item with the longest matching path: the report page lies below the path of the desk. */
function currentOf(items: readonly ConsolePage[], pathname: string): ConsolePage | undefined {
  return items
    .filter(({ to, end }) => pathname === to || (!end && pathname.startsWith(`${to}/`)))
    .sort((one, other) => other.to.length - one.to.length)[0];
}

/** Along the side; on a phone a strip that goes on sideways. */
export function SideNav({ roles }: { roles: readonly Role[] }) {
  const items = pagesFor(roles);
  const current = currentOf(items, useLocation().pathname);
  const counts = useWaitingCounts(roles);
  return (
    <nav aria-label={supportTexts.navigation} className={styles.nav}>
      <ul className={styles.items}>
        {items.map((item) => (
          <li key={item.to}>
            <Link to={item.to} aria-current={item === current ? 'page' : undefined} className={styles.item}>
              <item.Icon aria-hidden="true" />
              {item.label}
              <Count of={counts[item.to]} />
            </Link>
          </li>
        ))}
        <li className={styles.leave}>
          <Link to="/account" className={styles.item}>
            <ArrowLeft aria-hidden="true" />
            {supportTexts.backToApp}
          </Link>
        </li>
      </ul>
    </nav>
  );
}

/** What waits there; nothing while it is unknown, or if nothing waits. */
function Count({ of }: { of: WaitingCount | undefined }) {
  if (!of || of.count === 0) return null;
  const shown = supportTexts.countOf(whole(of.count), of.isMore);
  return (
    <span className={styles.count}>
      {shown} <span className="visually-hidden">{supportTexts.waiting}</span>
    </span>
  );
}
