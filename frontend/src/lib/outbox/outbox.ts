import { createStore, del, set, type UseStore, values } from 'idb-keyval';
import { ApiError, hasCode } from '../api/errors';

export interface OutboxEntry<Content = unknown> {
  /** Every attempt sends this key, so that the server applies the entry only once. */
  readonly idempotencyKey: string;
  /** Only this person's session sends the entry, and only this person sees it. */
  readonly userId: string;
  readonly content: Content;
  /** ISO 8601. */
  readonly savedAt: string;
  /** Set once the server has finally refused the entry. The person can then read it, but it is not sent again. */
  readonly refusal?: Refused;
}

export interface Refused {
  readonly code: string;
  readonly message: string;
}

/** `connection`: no answer. `server`: the server cannot accept the entry now. `session`: another person is signed in. */
export type WaitReason = 'connection' | 'server' | 'session';

type Delivery<Answer> =
  | { readonly outcome: 'accepted'; readonly answer: Answer | null }
  | { readonly outcome: 'refused'; readonly error: unknown }
  | { readonly outcome: 'waiting'; readonly reason: WaitReason };

interface OutboxStorage {
  put(entry: OutboxEntry): Promise<void>;
  remove(idempotencyKey: string): Promise<void>;
  /** The oldest first. */
  all(): Promise<readonly OutboxEntry[]>;
}

/** Stores each entry as a separate record, so that tabs never overwrite each other. */
export function deviceStorage(): OutboxStorage {
  let opened: UseStore | undefined;
  const store = () => {
    opened ??= createStore('candid-outbox', 'entries');
    return opened;
  };
  return {
    // The functions are async because opening the store may throw in a browser without storage.
    put: async (entry) => set(entry.idempotencyKey, entry, store()),
    remove: async (idempotencyKey) => del(idempotencyKey, store()),
    all: async () => inOrder(await values<OutboxEntry>(store())),
  };
}

export function inOrder(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return [...entries].sort((one, other) => one.savedAt.localeCompare(other.savedAt));
}

const laterStatuses = new Set([401, 408, 425, 429, 500]);

function isLater(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.isTransient || laterStatuses.has(error.status) || error.code === 'TOO_FAST';
}

/** True if the server has applied the request, even if its answer could not be read. */
const isDone = (error: unknown): boolean => error instanceof ApiError && error.status >= 200 && error.status < 300;

interface OutboxPorts<Content, Answer> {
  readonly storage: OutboxStorage;
  readonly alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly send: (entry: OutboxEntry<Content>) => Promise<Answer>;
  readonly signedIn: () => string | undefined;
  /** Called after each change of the stored entries, here and in other tabs. */
  readonly changed: () => void;
}

export interface Settled<Content, Answer> {
  readonly entry: OutboxEntry<Content>;
  readonly delivery: Delivery<Answer>;
}

/** An entry is stored before it is sent and removed after its answer, so a closed tab neither loses nor repeats it. */
export class Outbox<Content, Answer> {
  constructor(private readonly ports: OutboxPorts<Content, Answer>) {}

  /**
   * Stores and sends an entry. A refusal, or a session that ends during the sending, removes it from the store, not from the
   * screen. Entries that wait at a log-out stay for the same person's next log-in.
   */
  submit(entry: OutboxEntry<Content>): Promise<Delivery<Answer>> {
    const { storage, alone, changed } = this.ports;
    return alone(async () => {
      const kept = await storage.put(entry).then(
        () => true,
        () => false,
      );
      const delivery = await this.attempt(entry);
      const isOver = delivery.outcome === 'waiting' && delivery.reason === 'session';
      if (kept && (delivery.outcome !== 'waiting' || isOver)) await storage.remove(entry.idempotencyKey);
      changed();
      if (isOver || (!kept && delivery.outcome === 'waiting')) return { outcome: 'refused', error: ApiError.offline() };
      return delivery;
    });
  }

  /** Sends the waiting entries of this person, the oldest first, until an entry cannot be delivered yet. */
  flush(userId: string): Promise<Settled<Content, Answer>[]> {
    return this.ports.alone(async () => {
      const settled: Settled<Content, Answer>[] = [];
      for (const entry of (await this.entriesOf(userId)).filter(({ refusal }) => !refusal)) {
        const delivery = await this.attempt(entry);
        if (delivery.outcome === 'waiting') break;
        if (delivery.outcome === 'refused') {
          const { code, message } = delivery.error as ApiError;
          await this.ports.storage.put({ ...entry, refusal: { code, message } });
        } else await this.ports.storage.remove(entry.idempotencyKey);
        settled.push({ entry, delivery });
      }
      if (settled.length > 0) this.ports.changed();
      return settled;
    });
  }

  /** Returns only this person's entries, because several people may use the device. */
  async entriesOf(userId: string): Promise<OutboxEntry<Content>[]> {
    const entries = (await this.ports.storage.all().catch(() => [])) as readonly OutboxEntry<Content>[];
    return entries.filter((entry) => entry.userId === userId);
  }

  async dismiss(idempotencyKey: string): Promise<void> {
    await this.ports.storage.remove(idempotencyKey);
    this.ports.changed();
  }

  private async attempt(entry: OutboxEntry<Content>): Promise<Delivery<Answer>> {
    if (this.ports.signedIn() !== entry.userId) return { outcome: 'waiting', reason: 'session' };
    try {
      return { outcome: 'accepted', answer: await this.ports.send(entry) };
    } catch (error) {
      if (isDone(error)) return { outcome: 'accepted', answer: null };
      // The server refused the request because another person has signed in meanwhile.
      if (this.ports.signedIn() !== entry.userId) return { outcome: 'waiting', reason: 'session' };
      if (isLater(error)) return { outcome: 'waiting', reason: hasCode(error, 'OFFLINE') ? 'connection' : 'server' };
      return { outcome: 'refused', error };
    }
  }
}
