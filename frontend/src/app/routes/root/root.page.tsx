import { Navigate } from 'react-router-dom';
import { commonTexts } from '../../../lib/texts/common';
import { useCurrentUser } from '../../../lib/user/current-user';
import { homeOf } from '../../../lib/user/staff';
import { LinkButton } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { PageLoading } from '../../shell/page-loading';
import { Screen } from '../../shell/screen';

/** Waits until the stored session is verified. An invalid session is cleared, and `SessionGuard` redirects. */
export function RootPage() {
  const { isPending, data } = useCurrentUser();
  return isPending ? <PageLoading /> : <Navigate to={homeOf(data?.roles ?? [])} replace />;
}

export function NotFoundPage() {
  return (
    <Screen title={commonTexts.notFound}>
      <div className="my-auto">
        <EmptyState
          headingLevel={1}
          art={
            <span className="grid h-30 w-24 -rotate-4 place-items-center rounded-24 border-2 border-dashed border-line-strong text-40 font-heavy text-ink-faint">
              {commonTexts.notFoundMark}
            </span>
          }
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
