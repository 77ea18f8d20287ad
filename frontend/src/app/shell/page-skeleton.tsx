import { commonTexts } from '../../lib/texts/common';
import { Repeated, Skeleton } from '../../ui/skeleton/skeleton';

/** A page below the navigation whose chunk is still on its way. */
export function PageSkeleton() {
  return (
    <div
      className="mx-auto grid w-full max-w-page-wide animate-appear-late content-start gap-6 p-4 wide:px-6 wide:pt-8"
      role="status"
    >
      <span className="sr-only">{commonTexts.loading}</span>
      <Skeleton width={200} height={34} />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(104px,1fr))] gap-3">
        <Repeated times={3}>
          <Skeleton shape="tile" />
        </Repeated>
      </div>
      <Skeleton height={112} />
      <Skeleton height={112} />
    </div>
  );
}
