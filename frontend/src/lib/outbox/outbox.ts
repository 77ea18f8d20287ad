import { ApiError } from '../api/errors';
import { isDone, isLater, isUnanswered } from './is-later';
import type { Delivery, OutboxEntry } from './outbox-entry';
import type { OutboxStorage } from './outbox-storage';

export interface OutboxPorts<Content, Answer> {
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
