/**
 * Thrown by a processor whose item cannot be worked off before something else has happened. The attempt is undone and
 * the item waits, without end; it is no failure and never uses the item up. The cause, if any, is what is stored.
 */
export class NotYetError extends Error {
  override readonly name = 'NotYetError';
  /** Before this another attempt is of no use. */
  readonly until: Date | undefined;

  constructor(message: string, options: ErrorOptions & { until?: Date } = {}) {
    super(message, options);
    this.until = options.until;
  }
}
