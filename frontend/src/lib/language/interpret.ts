import MessageFormat from '@messageformat/core';

export type Values = Readonly<Record<string, string | number>>;

const formats = new MessageFormat('en', { strict: true });
const functions = new Map<string, (values: Values) => string>();

/** Compiles a message when it is first used. The build leaves this out, because its messages are compiled already. */
export function interpret(message: string, values: Values): string {
  const known = functions.get(message);
  const made = known ?? (formats.compile(message) as (values: Values) => string);
  if (!known) functions.set(message, made);
  return made(values);
}
