import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useSession } from '../../../lib/session/use-session';
import { commonTexts } from '../../../lib/texts/common';
import type { LegalDocument } from '../../../lib/texts/legal';
import { Screen } from '../../shell/screen';
import styles from './legal-text.module.css';

export function LegalText({ document }: { document: LegalDocument }) {
  const isMember = useSession().session !== null;
  return (
    <Screen title={document.title}>
      <header className={styles.header}>
        {isMember && (
          <Link to="/account" className={styles.back} aria-label={commonTexts.back}>
            <ArrowLeft aria-hidden="true" />
          </Link>
        )}
        <p className={styles.effective}>{document.effective}</p>
        <h1 className={styles.title}>{document.title}</h1>
        <p className={styles.summary}>{document.summary}</p>
      </header>
      {document.sections.map((section) => (
        <section key={section.title} className={styles.section}>
          <h2>{section.title}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </Screen>
  );
}
