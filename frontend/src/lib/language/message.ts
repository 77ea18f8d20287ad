import { interpret, type Values } from './interpret';

/** Fills values into a message of `frontend/texts` (ICU MessageFormat). A built app has functions in place of such messages. */
export function filled(message: string, values: Values): string {
  const built = message as string | ((values: Values) => string);
  return typeof built === 'function' ? built(values) : interpret(built, values);
}
