import { CircleUser, Coins, Images, LogIn, Star, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { commonTexts } from '../../lib/texts/common';
import { Brand } from '../../ui/brand/brand';
import { dockRef } from '../../ui/dock/dock';
import styles from './nav-bar.module.css';
import { SkipLink } from './screen';

interface NavBarProps {
  /** The rolling balance; undefined for a visitor. */
  tokens?: ReactNode;
}

/** At the lower edge of a phone, at the top from 900 px on. */
export function NavBar({ tokens }: NavBarProps) {
  const signedIn = tokens !== undefined;
  return (
    <header ref={dockRef} className={styles.bar}>
      <SkipLink />
      <Link to="/" className={styles.brand} aria-label={commonTexts.appName}>
        <Brand />
      </Link>
      <nav aria-label={commonTexts.navigation} className={styles.items}>
        <NavItem to="/profile" icon={<Images />}>
          {commonTexts.navPhotos}
        </NavItem>
        <NavItem to="/feed" icon={<Star />}>
          {commonTexts.navAssess}
        </NavItem>
        {signedIn ? (
          <>
            <NavItem to="/pay" icon={<Coins />}>
              {tokens}
            </NavItem>
            <NavItem to="/account" icon={<CircleUser />}>
              {commonTexts.navAccount}
            </NavItem>
          </>
        ) : (
          <>
            <NavItem to="/signup" icon={<UserPlus />}>
              {commonTexts.navSignUp}
            </NavItem>
            <NavItem to="/login" icon={<LogIn />}>
              {commonTexts.navLogIn}
            </NavItem>
          </>
        )}
      </nav>
    </header>
  );
}

function NavItem({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <NavLink to={to} className={styles.item}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.label}>{children}</span>
    </NavLink>
  );
}
