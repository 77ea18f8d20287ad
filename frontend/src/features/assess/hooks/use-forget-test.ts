import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryKeys } from '../../../lib/query/keys';

/**
 * Once the page of a test that is over has been left, the test is not opened again from the cache: what its owner has started
 * since would stay hidden behind it. Until then it stays, because the page still shows it.
 */
export function useForgetTest(ownerId: string, groupId: string | undefined, isOver: boolean): void {
  const queryClient = useQueryClient();
  const over = useRef(isOver);
  useEffect(() => {
    over.current = isOver;
  }, [isOver]);
  useEffect(
    () => () => {
      // A reset reaches a page of the same test that takes this one's place, too.
      if (over.current) void queryClient.resetQueries({ queryKey: queryKeys.openTest(ownerId, groupId), exact: true });
    },
    [queryClient, ownerId, groupId],
  );
}
