import { commonTexts } from '../../../lib/texts/common';
import { LinkButton } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { Screen } from '../../shell/screen';
import styles from './not-found.module.css';

export default function NotFoundPage() {
  return (
    <Screen title={commonTexts.notFound}>
      <div className={styles.middle}>
        <EmptyState
          headingLevel={1}
          art={<span className={styles.frame}>{commonTexts.notFoundMark}</span>}
          title={commonTexts.notFound}
          text={commonTexts.notFoundText}
          action={
            <LinkButton to="/" variant="primary">
              {commonTexts.goHome}
            </LinkButton>
          }
        />
      </div>
    </Screen>
  );
}
