import { Link } from 'react-router-dom';
import { supportBooksTexts } from '../../../lib/texts/support-books';
import styles from './runbook-entry.module.css';

/** What a fault means and what to do first; the runbook itself is not where support can read it. */
export function RunbookEntry({ anchor }: { anchor: string }) {
  const entry = entries[anchor];
  return (
    <span className={styles.entry}>
      {entry && (
        <>
          <span>
            <strong>{supportBooksTexts.means}</strong> {entry.means}
          </span>
          <span>
            <strong>{supportBooksTexts.doFirst}</strong> {entry.first}
          </span>
        </>
      )}
      {anchor === 'nothing-given-up' && <Link to="/support/dead-letters">{supportBooksTexts.deadLetters}</Link>}
      <span className={styles.source}>{supportBooksTexts.runbookFor(anchor)}</span>
    </span>
  );
}

/** A check that has no entry yet has only its name in the runbook. */
const entries: Readonly<Record<string, { means: string; first: string } | undefined>> = supportBooksTexts.runbook;
