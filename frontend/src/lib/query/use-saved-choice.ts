import type { Route } from '@candid/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Answer, type CallInput, call } from '../api/call';
import { newIdempotencyKey } from '../api/idempotency';
import { keyOf, useRead } from './use-read';

/** A new choice shows immediately while `savedBy` saves it; a failure restores the last saved choice. */
export function useSavedChoice<const R extends Route, const Saved extends Route>(
  route: R,
  input: CallInput<R>,
  savedBy: Saved,
  inputOf: (answer: Answer<R>) => CallInput<Saved>,
) {
  const queryClient = useQueryClient();
  const queryKey = keyOf(route, input);
  const known = useRef<Answer<R> | undefined>(undefined);
  const underWay = useRef(0);
  const saving = useMutation({
    mutationFn: ({ chosen, idempotencyKey }: { chosen: Answer<R>; idempotencyKey: string }) =>
      call(savedBy, { ...inputOf(chosen), idempotencyKey }),
    // The choices are saved in order, so that the last one wins.
    scope: { id: JSON.stringify(queryKey) },
    onSuccess: (_, { chosen }) => {
      known.current = chosen;
    },
    onError: () => {
      // A later choice is still being saved, so it stays on the screen.
      if (underWay.current > 1) return;
      queryClient.setQueryData<Answer<R>>(queryKey, known.current);
      void queryClient.invalidateQueries({ queryKey, exact: true });
    },
    onSettled: () => {
      underWay.current -= 1;
    },
  });
  const choose = async (choice: Partial<Answer<R>>) => {
    // Cancels a running fetch, because its older answer would replace this choice on the screen.
    await queryClient.cancelQueries({ queryKey, exact: true });
    const shown = queryClient.getQueryData<Answer<R>>(queryKey);
    if (underWay.current === 0) known.current = shown;
    underWay.current += 1;
    const chosen = Object.assign({}, shown, choice);
    queryClient.setQueryData<Answer<R>>(queryKey, chosen);
    saving.mutate({ chosen, idempotencyKey: newIdempotencyKey() });
  };
  return { saved: useRead(route, input), choose, error: saving.error };
}
