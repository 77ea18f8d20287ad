import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { commonTexts } from '../../lib/texts/common';
import styles from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  /** Address of the back arrow; no arrow if undefined. */
  backTo?: string;
  backLabel?: string;
  lead?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, backTo, backLabel = commonTexts.back, lead, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      {backTo && (
        <Link to={backTo} className={styles.back} aria-label={backLabel}>
          <ArrowLeft aria-hidden="true" />
        </Link>
      )}
      <div className={styles.words}>
        <h1>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions}
    </header>
  );
}
