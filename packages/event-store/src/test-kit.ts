import assert from 'node:assert/strict';
import type { Decider } from './append/unit-of-work.js';
import { DomainError } from './kernel/errors.js';

/**
 * Specifies a decider by history, command and outcome, without a test framework: `const given = specify(decider);
 * given([opened]).when(close).then([closed])`, `….then('ALREADY_CLOSED')`. A string stands for a refusal with this
 * DomainError code; a further argument is the expected message.
 */
export const specify =
  <State, Command, Event>(decider: Decider<State, Command, Event>) =>
  (history: Event[]) => ({
    when: (command: Command) => ({
      // biome-ignore lint/suspicious/noThenProperty: the specification reads given, when, then and is never awaited
      then: (expected: Event[] | string, message?: string) => verify(decider, history, command, expected, message),
    }),
  });

function verify<State, Command, Event>(
  decider: Decider<State, Command, Event>,
  history: Event[],
  command: Command,
  expected: Event[] | string,
  message: string | undefined,
): void {
  const state = history.reduce(decider.evolve, decider.initialState());
  let decided: Event[];
  try {
    decided = decider.decide(command, state);
  } catch (error) {
    if (typeof expected !== 'string' || !(error instanceof DomainError)) throw error;
    assert.equal(error.code, expected);
    if (message !== undefined) assert.equal(error.message, message);
    return;
  }
  assert.deepEqual(decided, expected);
}
