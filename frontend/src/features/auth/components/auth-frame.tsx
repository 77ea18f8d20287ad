import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { commonTexts } from '../../../lib/texts/common';
import { Brand } from '../../../ui/brand/brand';
import styles from './auth-frame.module.css';

interface AuthFrameProps {
  title: string;
  lead?: string;
  children: ReactNode;
  footer?: ReactNode;
}

/** Brand, heading, form, and the way to the neighbouring page. */
export function AuthFrame({ title, lead, children, footer }: AuthFrameProps) {
  return (
    <div className={styles.frame}>
      <Link to="/landing" className={styles.brand} aria-label={commonTexts.appName}>
        <Brand />
      </Link>
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {children}
      {footer && <div className={styles.footer}>{footer}</div>}
    </div>
  );
}
