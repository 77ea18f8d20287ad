import { assessTexts } from '../../../lib/texts/assess';
import { Button } from '../../../ui/button/button';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Standing } from './standing';
import styles from './standing.module.css';

/** A warning is read once a visit before the next photos come; nothing is taken away. */
export function WarnedAssessor({ onGoOn }: { onGoOn: () => void }) {
  return (
    <>
      <PageHeader title={assessTexts.title} />
      <div className={styles.body}>
        <Standing />
        <Button variant="primary" onClick={onGoOn}>
          {assessTexts.goOn}
        </Button>
      </div>
    </>
  );
}
