import type { Route } from '@candid/contracts';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type Answer, type CallInput, call } from '../api/call';
import { newIdempotencyKey } from '../api/idempotency';

interface KeyedInput<Input> {
  readonly input: Input;
  readonly idempotencyKey: string;
}

export interface Action<Input, Answer> {
  /** Starts the action under its own key. Rejects with the error of `perform`. */
  run(input: Input): Promise<Answer>;
  readonly busy: boolean;
  readonly error: unknown;
  /** Clears a failure, but does not stop a running action. */
  reset(): void;
}

/** An action of one call; see `useAction`. `send`: `callWithPassword` for a route that takes a password. */
export function useAct<const R extends Route>(
  route: R,
  onDone?: (answer: Answer<R>, input: CallInput<R>) => unknown,
  send: <const Sent extends Route>(route: Sent, input: CallInput<Sent>) => Promise<Answer<Sent>> = call,
): Action<CallInput<R>, Answer<R>> {
  return useAction((input: CallInput<R>, idempotencyKey) => send(route, { ...input, idempotencyKey }), onDone);
}

/** An action of several calls. Automatic retries carry the same idempotency key; a new press gets a new one. */
export function useAction<Input, Done>(
  perform: (input: Input, idempotencyKey: string) => Promise<Done>,
  onDone?: (done: Done, input: Input) => unknown,
): Action<Input, Done> {
  const mutation: UseMutationResult<Done, unknown, KeyedInput<Input>> = useMutation({
    mutationFn: ({ input, idempotencyKey }: KeyedInput<Input>) => perform(input, idempotencyKey),
    onSuccess: (done, { input }) => onDone?.(done, input),
  });
  return {
    run: (input) => mutation.mutateAsync({ input, idempotencyKey: newIdempotencyKey() }),
    busy: mutation.isPending,
    error: mutation.error,
    reset: () => {
      if (mutation.isError) mutation.reset();
    },
  };
}
