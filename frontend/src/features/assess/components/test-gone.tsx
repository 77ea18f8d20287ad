import { assessTexts } from '../../../lib/texts/assess';
import { Button } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { FeedArt } from './feed-art';
import styles from './feed-art.module.css';

/** The test was completed or ended meanwhile. */
export function TestGone({ onNext }: { onNext: () => void }) {
  return (
    <div className={styles.middle}>
      <EmptyState
        headingLevel={1}
        art={<FeedArt />}
        title={assessTexts.gone}
        text={assessTexts.goneText}
        action={
          <Button variant="primary" onClick={onNext}>
            {assessTexts.nextTest}
          </Button>
        }
      />
    </div>
  );
}
