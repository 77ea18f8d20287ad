import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { newIdempotencyKey } from '../api/idempotency';

interface KeyedInput<Input> {
  readonly input: Input;
  readonly idempotencyKey: string;
}

export interface Action<Input, Answer> {
  /** Starts the action under a key of its own; rejects with what `perform` threw. */
  run(input: Input): Promise<Answer>;
  readonly busy: boolean;
  readonly error: unknown;
  /** Forgets a failure. What is under way continues. */
  reset(): void;
}

/** One thing a person does: automatic repeats carry the same idempotency key, a new press a new one. */
export function useAction<Input, Answer>(
  perform: (input: Input, idempotencyKey: string) => Promise<Answer>,
  onDone?: (answer: Answer, input: Input) => unknown,
): Action<Input, Answer> {
  const mutation: UseMutationResult<Answer, unknown, KeyedInput<Input>> = useMutation({
    mutationFn: ({ input, idempotencyKey }: KeyedInput<Input>) => perform(input, idempotencyKey),
    onSuccess: (answer, { input }) => onDone?.(answer, input),
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
