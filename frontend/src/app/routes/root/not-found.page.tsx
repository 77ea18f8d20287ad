import { commonTexts } from '../../../lib/texts/common';
import { LinkButton } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { Screen } from '../../shell/screen';

export default function NotFoundPage() {
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
