import { Skeleton } from '../skeleton/skeleton';

const rowPx = 74;

/** As high as a comment with its note. */
export function CommentRowSkeleton() {
  return <Skeleton height={rowPx} />;
}
