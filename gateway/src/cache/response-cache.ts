export interface CachedResponse {
  /** Undefined for an answer that is the same for everybody. */
  ownerId: string | undefined;
  /** Names and values in turn. */
  headers: readonly string[];
  /** Its bytes, a character each: written as latin1 they leave together with the headers, in one piece. */
  body: string;
}

/** An answer on its way, begun at a time when nothing spoke against caching it. */
export interface Reading {
  readonly url: string;
  readonly ownerId: string | undefined;
}

export interface ResponseCacheOptions {
  /** Answers at most; the oldest one goes. */
  answersMax?: number;
  /** What no event has dropped is asked for again after this; it bounds how long a lost event can show. */
  ageMaxMs?: number;
  /** A command whose end is never heard of, because its gateway died, keeps its caller's answers out this long. */
  commandMaxMs?: number;
}

type Stored = CachedResponse & { untilMs: number };
interface Commands {
  underWay: number;
  untilMs: number;
}

const ANSWERS_MAX = 5_000;
const AGE_MAX_MS = 30_000;
const COMMAND_MAX_MS = 20_000;
const COMMANDS_MAX = 10_000;

/**
 * Finished answers by their address. Whatever may change an owner's answer drops it, together with every reading of it
 * that has begun: a reading is cached only when nothing happened between its beginning and its end. While one of the
 * owner's commands is under way, here or at another gateway, nothing of theirs is cached.
 */
export class ResponseCache {
  /** Answers given so far; a plain number, for these are answered by the thousand. */
  served = 0;
  private readonly answers = new Map<string, Stored>();
  private readonly urls = new Map<string, Set<string>>();
  private readonly readings = new Map<string, Reading>();
  private readonly commands = new Map<string, Commands>();
  private readonly answersMax: number;
  private readonly ageMaxMs: number;
  private readonly commandMaxMs: number;
  private informed = true;

  constructor(options: ResponseCacheOptions = {}) {
    this.answersMax = options.answersMax ?? ANSWERS_MAX;
    this.ageMaxMs = options.ageMaxMs ?? AGE_MAX_MS;
    this.commandMaxMs = options.commandMaxMs ?? COMMAND_MAX_MS;
  }

  /** Whether anything could be dropped for an owner. */
  get concernsOwners(): boolean {
    return this.urls.size > 0 || this.readings.size > 0;
  }

  get size(): number {
    return this.answers.size;
  }

  find(url: string, nowMs = Date.now()): CachedResponse | undefined {
    const stored = this.answers.get(url);
    if (!stored || stored.untilMs > nowMs) return stored;
    this.forget(url);
    return undefined;
  }

  /** Undefined while an answer that is read now must not be cached. */
  begin(url: string, ownerId: string | undefined): Reading | undefined {
    if (!this.informed || (ownerId !== undefined && this.isChanging(ownerId))) return undefined;
    if (this.readings.size >= this.answersMax) this.readings.clear();
    const reading: Reading = { url, ownerId };
    // The last one to begin is the one that may be cached: it has seen the most.
    this.readings.set(url, reading);
    return reading;
  }

  /** Ends a reading, and keeps its response unless something has dropped it meanwhile. */
  end(reading: Reading, answer: CachedResponse | undefined): void {
    if (this.readings.get(reading.url) !== reading) return;
    this.readings.delete(reading.url);
    if (!answer) return;
    this.forget(reading.url);
    if (this.answers.size >= this.answersMax) this.forget(this.answers.keys().next().value!);
    this.answers.set(reading.url, { ...answer, untilMs: Date.now() + this.ageMaxMs });
    if (reading.ownerId === undefined) return;
    const urls = this.urls.get(reading.ownerId) ?? new Set();
    this.urls.set(reading.ownerId, urls.add(reading.url));
  }

  drop(ownerId: string): void {
    for (const url of this.urls.get(ownerId) ?? []) this.forget(url);
    for (const [url, reading] of this.readings) if (reading.ownerId === ownerId) this.readings.delete(url);
  }

  dropAll(): void {
    this.answers.clear();
    this.urls.clear();
    this.readings.clear();
  }

  /** Without the events nothing may be cached: whether they are heard is known from the connection. */
  setInformed(informed: boolean): void {
    this.informed = informed;
    this.dropAll();
  }

  commandBegins(ownerId: string): void {
    if (this.commands.size >= COMMANDS_MAX) this.forgetEndedCommands();
    const underWay = (this.commands.get(ownerId)?.underWay ?? 0) + 1;
    this.commands.set(ownerId, { underWay, untilMs: Date.now() + this.commandMaxMs });
    this.drop(ownerId);
  }

  commandEnds(ownerId: string): void {
    const known = this.commands.get(ownerId);
    if (known && known.underWay > 1) known.underWay -= 1;
    else this.commands.delete(ownerId);
    this.drop(ownerId);
  }

  /** More commands than can be kept count as everybody's. */
  private isChanging(ownerId: string): boolean {
    if (this.commands.size >= COMMANDS_MAX) return true;
    const known = this.commands.get(ownerId);
    return known !== undefined && known.untilMs > Date.now();
  }

  private forgetEndedCommands(): void {
    const nowMs = Date.now();
    for (const [ownerId, { untilMs }] of this.commands) if (untilMs <= nowMs) this.commands.delete(ownerId);
  }

  private forget(url: string): void {
    const stored = this.answers.get(url);
    if (!stored) return;
    this.answers.delete(url);
    if (stored.ownerId === undefined) return;
    const urls = this.urls.get(stored.ownerId);
    urls?.delete(url);
    if (urls?.size === 0) this.urls.delete(stored.ownerId);
  }
}
