import { errorTexts } from '../../lib/texts/common';
import { Button } from '../button/button';
import { Skeleton } from '../skeleton/skeleton';
import { Notice } from './notice';

export function LoadProblem({ text, busy, onRetry }: { text: string; busy?: boolean; onRetry: () => unknown }) {
  const retry = (
    <Button size="s" busy={busy} onClick={() => onRetry()}>
      {errorTexts.retry}
    </Button>
  );
  return (
    <Notice tone="danger" action={retry}>
      {text}
    </Notice>
  );
}

interface PendingProps {
  query: { readonly isLoadingError: boolean; readonly refetch: () => unknown };
  /** Text for a failed query. */
  problem: string;
  height: number;
}

/** Reserves the space of a query's answer until the answer arrives, or offers a retry after a failure. */
export function Pending({ query, problem, height }: PendingProps) {
  if (query.isLoadingError) return <LoadProblem text={problem} onRetry={query.refetch} />;
  return <Skeleton height={height} />;
}
