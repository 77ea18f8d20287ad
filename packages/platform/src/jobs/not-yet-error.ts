/**
 * Thrown by a processor whose item cannot be worked off before something else has happened. The attempt is undone and
 * the item waits, without end; it is no failure and never uses the item up. The cause, if any, is what is stored.
 */
export class NotYetError extends Error {
  override readonly name = 'NotYetError';
}
