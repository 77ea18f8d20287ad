import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { newIdempotencyKey } from '../api/idempotency';

interface Choice<Value> {
  readonly chosen: Value;
  readonly idempotencyKey: string;
}

/** Shows what is chosen at once and saves it; where that fails, what is saved comes back. */
export function useSavedChoice<Value>(
  queryKey: QueryKey,
  save: (chosen: Value, idempotencyKey: string) => Promise<void>,
) {
  const queryClient = useQueryClient();
  const saved = useRef<Value | undefined>(undefined);
  const underWay = useRef(0);
  const saving = useMutation({
    mutationFn: ({ chosen, idempotencyKey }: Choice<Value>) => save(chosen, idempotencyKey),
    // One after another, so that the last choice is the one that stays.
    scope: { id: JSON.stringify(queryKey) },
    onSuccess: (_, { chosen }) => {
      saved.current = chosen;
    },
    onError: () => {
      // A later choice is still on its way and stays on the screen.
      if (underWay.current > 1) return;
      queryClient.setQueryData(queryKey, saved.current);
      void queryClient.invalidateQueries({ queryKey, exact: true });
    },
    onSettled: () => {
      underWay.current -= 1;
    },
  });
  const choose = async (chosen: Value) => {
    // A fetch under way began before this choice and would take it back on the screen.
    await queryClient.cancelQueries({ queryKey, exact: true });
    if (underWay.current === 0) saved.current = queryClient.getQueryData<Value>(queryKey);
    underWay.current += 1;
    queryClient.setQueryData(queryKey, chosen);
    saving.mutate({ chosen, idempotencyKey: newIdempotencyKey() });
  };
  return { choose, error: saving.error };
}
