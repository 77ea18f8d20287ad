import { assessTexts } from '../../../lib/texts/assess';
import { Button } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { FeedArt } from './feed-art';

/** The test cannot be opened: completed meanwhile, or something went wrong. */
export function TestGone({ problem, onNext }: { problem?: string; onNext: () => void }) {
  return (
    <div style={{ marginBlock: 'auto' }}>
      <EmptyState
        headingLevel={1}
        art={<FeedArt />}
        title={assessTexts.gone}
        text={problem ?? assessTexts.goneText}
        action={
          <Button variant="primary" onClick={onNext}>
            {assessTexts.nextTest}
          </Button>
        }
      />
    </div>
  );
}
