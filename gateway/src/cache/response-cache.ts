import { identityRoutes } from '@candid/contracts';
import type { Reading } from '../kernel/call.js';

export interface CachedResponse {
  /** Undefined if the response is the same for everybody. */
  ownerId: string | undefined;
  /** Names and values, alternating. */
  headers: readonly string[];
  /** One character per byte. The body is written as latin1, so that one write sends headers and body. */
  body: string;
}

export const ownUrlOf = (ownerId: string): string => `/api${identityRoutes.getUser.path.replace('{userId}', ownerId)}`;

const LIMITS = {
  /** Maximum number of responses. The oldest one is removed. */
  answersMax: 5_000,
  /** A response older than this is read again, so a lost event leaves it stale for at most this time. */
  ageMaxMs: 30_000,
  /** If a gateway dies and never announces the end of a command, the caller's responses stay uncached for this long. */
  commandMaxMs: 20_000,
  /** Maximum number of counted commands. If there are more, every user counts as having a command under way. */
  commandsMax: 10_000,
};
export type ResponseCacheOptions = Partial<typeof LIMITS>;

/**
 * A change drops the owner's cached response, and reads that began before the change are not cached. During an owner's
 * command, nothing of that owner is cached.
 */
export class ResponseCache {
  /** Number of responses served. A plain number, because a metric's counter would cost too much per response. */
  served = 0;
  private readonly answers = new Map<string, CachedResponse & { untilMs: number }>();
  private readonly readings = new Map<string, Reading>();
  private readonly commands = new Map<string, { underWay: number; untilMs: number }>();
  private readonly limits: typeof LIMITS;
  private informed = true;

  constructor(options: ResponseCacheOptions = {}) {
    this.limits = { ...LIMITS, ...options };
  }

  get isEmpty(): boolean {
    return this.answers.size + this.readings.size === 0;
  }

  get size(): number {
    return this.answers.size;
  }

  find(url: string, nowMs = Date.now()): CachedResponse | undefined {
    const stored = this.answers.get(url);
    if (!stored || stored.untilMs > nowMs) return stored;
    this.answers.delete(url);
    return undefined;
  }

  begin(url: string, ownerId: string | undefined): Reading | undefined {
    if (!this.informed || (ownerId !== undefined && this.isChanging(ownerId))) return undefined;
    if (this.readings.size >= this.limits.answersMax) this.readings.clear();
    const reading: Reading = { url, ownerId };
    // Only the read that began last may be cached, because its result is the newest.
    this.readings.set(url, reading);
    return reading;
  }

  end(reading: Reading, answer: CachedResponse | undefined): void {
    if (this.readings.get(reading.url) !== reading) return;
    this.readings.delete(reading.url);
    if (!answer) return;
    this.answers.delete(reading.url);
    if (this.answers.size >= this.limits.answersMax) this.answers.delete(this.answers.keys().next().value!);
    this.answers.set(reading.url, { ...answer, untilMs: Date.now() + this.limits.ageMaxMs });
  }

  drop(ownerId: string): void {
    const url = ownUrlOf(ownerId);
    this.answers.delete(url);
    this.readings.delete(url);
  }

  dropAll(): void {
    this.answers.clear();
    this.readings.clear();
  }

  /** `informed` is false while the connection is lost: no events arrive then, so nothing may be cached. */
  setInformed(informed: boolean): void {
    this.informed = informed;
    this.dropAll();
  }

  commandBegins(ownerId: string): void {
    if (this.commands.size >= this.limits.commandsMax) this.forgetEndedCommands();
    const underWay = (this.commands.get(ownerId)?.underWay ?? 0) + 1;
    this.commands.set(ownerId, { underWay, untilMs: Date.now() + this.limits.commandMaxMs });
    this.drop(ownerId);
  }

  commandEnds(ownerId: string): void {
    const known = this.commands.get(ownerId);
    if (known && known.underWay > 1) known.underWay -= 1;
    else this.commands.delete(ownerId);
    this.drop(ownerId);
  }

  private isChanging(ownerId: string): boolean {
    if (this.commands.size >= this.limits.commandsMax) return true;
    const known = this.commands.get(ownerId);
    return known !== undefined && known.untilMs > Date.now();
  }

  private forgetEndedCommands(): void {
    const nowMs = Date.now();
    for (const [ownerId, { untilMs }] of this.commands) if (untilMs <= nowMs) this.commands.delete(ownerId);
  }
}
