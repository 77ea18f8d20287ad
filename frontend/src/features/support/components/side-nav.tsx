import type { Role } from '@candid/contracts';
import { ArrowLeft } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { supportTexts } from '../../../lib/texts/support';
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
  return (
    <nav aria-label={supportTexts.navigation} className={styles.nav}>
      <ul className={styles.items}>
        {items.map((item) => (
          <li key={item.to}>
            <Link to={item.to} aria-current={item === current ? 'page' : undefined} className={styles.item}>
              <item.Icon aria-hidden="true" />
              {item.label}
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
