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
  /** Shown if the query failed. */
  problem: string;
  height: number;
}

/** Keeps the room of a query's answer until it arrives, or offers a retry. */
export function Pending({ query, problem, height }: PendingProps) {
  if (query.isLoadingError) return <LoadProblem text={problem} onRetry={query.refetch} />;
  return <Skeleton height={height} />;
}
