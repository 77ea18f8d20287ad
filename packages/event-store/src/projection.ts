import type { RecordedEvent } from './event.js';

export interface Projection<Tx> {
  /** Unique in its database; also the name of its checkpoint and lock. */
  name: string;
  /**
   * Every table that `apply` writes, referenced tables first; unqualified, and written by nobody else. They hold no
   * generated ids: a rebuilt projection equals the live one.
   */
  tables: string[];
  /** The only types of events that change anything here; all where absent. */
  eventTypes?: readonly string[];
  /** Writes rows only: no mail, no token, no message. Unqualified table names, for a rebuild runs it on other tables. */
  apply(event: RecordedEvent, tx: Tx): Promise<void>;
  /** The same for several at once, with fewer statements; leaves what `apply` for each in turn would leave. */
  applyAll?(events: RecordedEvent[], tx: Tx): Promise<void>;
}
