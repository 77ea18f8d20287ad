import type { Route } from '@candid/contracts';
import { type MutationFilters, type QueryClient, useMutation } from '@tanstack/react-query';
import { type Answer, type CallInput, call } from '../api/call';
import { newIdempotencyKey } from '../api/idempotency';

/** An action of one call; see `useAction`. Pass `callWithPassword` as `send` for a route that takes a password. */
export function useAct<const R extends Route>(
  route: R,
  onDone?: (answer: Answer<R>, input: CallInput<R>) => unknown,
  send: <const Sent extends Route>(route: Sent, input: CallInput<Sent>) => Promise<Answer<Sent>> = call,
) {
  return useAction((input: CallInput<R>, idempotencyKey) => send(route, { ...input, idempotencyKey }), onDone);
}

/** An action of several calls. Automatic retries keep the idempotency key; a new press creates a new key. */
export function useAction<Input, Done>(
  perform: (input: Input, idempotencyKey: string) => Promise<Done>,
  onDone?: (done: Done, input: Input) => unknown,
) {
  const mutation = useMutation<Done, unknown, { input: Input; idempotencyKey: string }>({
    mutationFn: ({ input, idempotencyKey }) => perform(input, idempotencyKey),
    onSuccess: (done, { input }) => onDone?.(done, input),
  });
  return {
    /** Starts the action with a new idempotency key. Rejects with the error of `perform`. */
    run: (input: Input) => mutation.mutateAsync({ input, idempotencyKey: newIdempotencyKey() }),
    busy: mutation.isPending,
    error: mutation.error,
    /** Clears a failure, but does not stop a running action. */
    reset: () => {
      if (mutation.isError) mutation.reset();
    },
  };
}

/** Resolves once at most `most` of the mutations that match are pending. */
export function settled(queryClient: QueryClient, filters: MutationFilters, most = 0): Promise<void> {
  const mutations = queryClient.getMutationCache();
  return new Promise((resolve) => {
    const look = () => {
      if (mutations.findAll({ ...filters, status: 'pending' }).length > most) return;
      stop();
      resolve();
    };
    const stop = mutations.subscribe(look);
    look();
  });
}
