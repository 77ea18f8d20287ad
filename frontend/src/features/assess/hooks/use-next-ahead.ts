import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { lookingForQuery } from '../api/tests';
import { testQueue } from './test-queue';

/**
 * Fetches what may be known of the next person before their turn. Their photos are not: opening a test reserves a place that
 * somebody else could use, and counts against an assessor who then does not come.
 */
export function useNextAhead(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const next = testQueue.peek();
    if (next) void queryClient.prefetchQuery(lookingForQuery(next.userId));
  }, [queryClient]);
}
