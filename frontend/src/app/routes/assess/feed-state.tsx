import type { useAvailableTests } from '../../../features/assess/api/tests';
import { FeedArt } from '../../../features/assess/components/feed-art';
import { messageOf } from '../../../lib/api/errors';
import { assessTexts } from '../../../lib/texts/assess';
import { errorTexts } from '../../../lib/texts/errors';
import { Button } from '../../../ui/button/button';
import { LinkButton } from '../../../ui/button/link-button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { PageLoading } from '../../shell/page-loading';
import styles from './feed.module.css';

interface FeedStateProps {
  tests: ReturnType<typeof useAvailableTests>;
  empty: boolean;
  /** Something above has to be read first. */
  hasToRead: boolean;
}

export function FeedState({ tests, empty, hasToRead }: FeedStateProps) {
  if (tests.isError) {
    return (
      <div className={styles.middle}>
        <EmptyState
          headingLevel={1}
          title={errorTexts.loading}
          text={messageOf(tests.error)}
          action={
            <Button variant="primary" busy={tests.isFetching} onClick={() => tests.refetch()}>
              {errorTexts.retry}
            </Button>
          }
        />
      </div>
    );
  }
  if (empty) {
    return (
      <div className={styles.middle}>
        <EmptyState
          headingLevel={1}
          art={<FeedArt />}
          title={assessTexts.none}
          text={assessTexts.noneText}
          action={
            <>
              <Button variant="primary" busy={tests.isFetching} onClick={() => tests.refetch()}>
                {assessTexts.checkAgain}
              </Button>
              <LinkButton to="/profile">{assessTexts.toPhotos}</LinkButton>
            </>
          }
        />
      </div>
    );
  }
  return hasToRead ? null : <PageLoading text={assessTexts.loadingUsers} heading={assessTexts.title} />;
}
