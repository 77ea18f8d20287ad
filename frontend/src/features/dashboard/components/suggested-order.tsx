import { Columns2, ListOrdered } from 'lucide-react';
import { compareTexts } from '../../../lib/texts/compare';
import { errorTexts } from '../../../lib/texts/errors';
import { Button } from '../../../ui/button/button';
import { LinkButton } from '../../../ui/button/link-button';
import { Notice } from '../../../ui/notice/notice';
import styles from './suggested-order.module.css';

interface SuggestedOrderProps {
  shown: boolean;
  /** Asked for, not there yet. */
  loading: boolean;
  failed: boolean;
  onToggle: () => void;
  onRetry: () => void;
  /** Where the planner's photos stand side by side. */
  compareTo: string;
}

/** Shows the planner in the order that the fair scores suggest, and says what that means. */
export function SuggestedOrder({ shown, loading, failed, onToggle, onRetry, compareTo }: SuggestedOrderProps) {
  const applied = shown && !loading && !failed;
  return (
    <div className={styles.frame}>
      <div className={styles.acts}>
        <Button size="s" icon={<ListOrdered />} busy={loading} onClick={onToggle}>
          {applied ? compareTexts.suggestOff : compareTexts.suggest}
        </Button>
        <LinkButton size="s" icon={<Columns2 />} to={compareTo}>
          {compareTexts.compare}
        </LinkButton>
      </div>
      {failed ? (
        <Notice
          tone="danger"
          action={
            <Button size="s" onClick={onRetry}>
              {errorTexts.retry}
            </Button>
          }
        >
          {compareTexts.failed}
        </Notice>
      ) : (
        <p className={styles.hint} aria-live="polite">
          {applied ? compareTexts.suggested : compareTexts.suggestHint}
        </p>
      )}
    </div>
  );
}

/** Where the suggestion puts a photo, over its corner. */
export function PlaceBadge({ place }: { place: number }) {
  return (
    <span className={styles.place} role="img" aria-label={compareTexts.suggestedPlace(place)}>
      {place}
    </span>
  );
}
