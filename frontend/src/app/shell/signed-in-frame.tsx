import type { ReactNode } from 'react';
import { TokenCounter } from '../../features/tokens/components/token-counter';
import { MemberProviders } from './member-providers';
import { NavBar } from './nav-bar';
import styles from './nav-bar.module.css';

export default function SignedInFrame({ children }: { children: ReactNode }) {
  return (
    <MemberProviders>
      <NavBar tokens={<TokenCounter />} />
      <div className={styles.content}>{children}</div>
    </MemberProviders>
  );
}
