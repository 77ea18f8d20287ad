import { createStore, del, set, type UseStore, values } from 'idb-keyval';
import { ApiError } from '../api/errors';

/** Something a person has done that the server does not know of yet. */
export interface OutboxEntry<Content = unknown> {
  /** Goes with every try, so that the server does it once. */
  readonly idempotencyKey: string;
  /** Only this person's session sends it, and only this person sees it. */
  readonly userId: string;
  readonly content: Content;
  /** ISO 8601. */
  readonly savedAt: string;
  /** Set once the server has refused it for good: it then waits to be read, not to be sent. */
  readonly refusal?: Refused;
}

export interface Refused {
  readonly code: string;
  readonly message: string;
}

/** No answer came; the server answered that it cannot take it now; or it is another person's session by now. */
export type WaitReason = 'connection' | 'server' | 'session';

/** What became of one try. */
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

/** On this device, through reloads and restarts of the browser. One record an entry, so that tabs never write over each other. */
export function deviceStorage(): OutboxStorage {
  let opened: UseStore | undefined;
  const store = () => {
    opened ??= createStore('candid-outbox', 'entries');
    return opened;
  };
  return {
    // Async, because opening the store may throw where a browser keeps nothing.
    put: async (entry) => set(entry.idempotencyKey, entry, store()),
    remove: async (idempotencyKey) => del(idempotencyKey, store()),
    all: async () => inOrder(await values<OutboxEntry>(store())),
  };
}

export function inOrder(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return [...entries].sort((one, other) => one.savedAt.localeCompare(other.savedAt));
}

/** One piece of work at a time under this name, over all tabs of this browser. */
export async function aloneAs<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? await navigator.locks.request(name, work) : await work();
}

const laterStatuses = new Set([401, 408, 425, 429, 500]);
const laterCodes = new Set(['TOO_FAST']);

/** Whether the same request may be answered otherwise at another time: no network, no session, or trouble on the server's side. */
function isLater(error: unknown): boolean {
  return (
    !(error instanceof ApiError) || error.isTransient || laterStatuses.has(error.status) || laterCodes.has(error.code)
  );
}

/** Nothing was heard of the server at all. */
function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** The server has done it, although its answer could not be read. */
function isDone(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 200 && error.status < 300;
}

interface OutboxPorts<Content, Answer> {
  readonly storage: OutboxStorage;
  /** One at a time on this device, over all tabs. */
  readonly alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly send: (entry: OutboxEntry<Content>) => Promise<Answer>;
  /** Whose session this is now. */
  readonly signedIn: () => string | undefined;
  /** Told after each change of what is kept, here and in other tabs. */
  readonly changed: () => void;
}

export interface Settled<Content, Answer> {
  readonly entry: OutboxEntry<Content>;
  readonly delivery: Delivery<Answer>;
}

/**
 * Keeps what a person submits until the server has answered. An entry is written before it is sent and removed after its answer:
 * a tab that dies in between leaves an entry that is sent again under the same key, and the server does it once.
 */
export class Outbox<Content, Answer> {
  constructor(private readonly ports: OutboxPorts<Content, Answer>) {}

  /**
   * Keeps and sends at once, for a screen that waits for the outcome. What is refused is told there, so it is not kept; nor is
   * what a session that is over would have sent, because the screen still holds it.
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

  /** Sends what waits for this person, the oldest first, until one has to wait longer. */
  flush(userId: string): Promise<Settled<Content, Answer>[]> {
    return this.ports.alone(async () => {
      const settled: Settled<Content, Answer>[] = [];
      for (const entry of (await this.entriesOf(userId)).filter(({ refusal }) => !refusal)) {
        const delivery = await this.attempt(entry);
        if (delivery.outcome === 'waiting') break;
        await this.settle(entry, delivery);
        settled.push({ entry, delivery });
      }
      if (settled.length > 0) this.ports.changed();
      return settled;
    });
  }

  /** Of one person alone, whoever else uses this device. */
  async entriesOf(userId: string): Promise<OutboxEntry<Content>[]> {
    const entries = (await this.ports.storage.all().catch(() => [])) as readonly OutboxEntry<Content>[];
    return entries.filter((entry) => entry.userId === userId);
  }

  /** A refusal that has been read. */
  async dismiss(idempotencyKey: string): Promise<void> {
    await this.ports.storage.remove(idempotencyKey);
    this.ports.changed();
  }

  private async settle(entry: OutboxEntry<Content>, delivery: Delivery<Answer>): Promise<void> {
    const { storage } = this.ports;
    if (delivery.outcome !== 'refused') return storage.remove(entry.idempotencyKey);
    const { code, message } = delivery.error as ApiError;
    await storage.put({ ...entry, refusal: { code, message } });
  }

  private async attempt(entry: OutboxEntry<Content>): Promise<Delivery<Answer>> {
    if (this.ports.signedIn() !== entry.userId) return { outcome: 'waiting', reason: 'session' };
    try {
      return { outcome: 'accepted', answer: await this.ports.send(entry) };
    } catch (error) {
      if (isDone(error)) return { outcome: 'accepted', answer: null };
      // A session that changed while it was sent was refused for being somebody else's.
      if (this.ports.signedIn() !== entry.userId) return { outcome: 'waiting', reason: 'session' };
      if (isLater(error)) return { outcome: 'waiting', reason: isUnanswered(error) ? 'connection' : 'server' };
      return { outcome: 'refused', error };
    }
  }
}
