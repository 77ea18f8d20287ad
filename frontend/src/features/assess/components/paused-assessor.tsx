import { assessTexts } from '../../../lib/texts/assess';
import { LinkButton } from '../../../ui/button/link-button';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Standing } from './standing';
import styles from './standing.module.css';

/** Instead of photos: why there are none for this person, and the way to appeal. */
export function PausedAssessor() {
  return (
    <>
      <PageHeader title={assessTexts.title} />
      <div className={styles.body}>
        <Standing />
        <LinkButton to="/profile">{assessTexts.toPhotos}</LinkButton>
      </div>
    </>
  );
}
