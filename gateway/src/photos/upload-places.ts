import { RefusalError } from '../errors/refusals.js';
import { SlowSenderError } from './upload-pace.js';

export interface UploadBounds {
  /** Uploads that are being received, of everybody and of one network. */
  total: number;
  perNetwork: number;
  /** Uploads of one person, until each is answered. */
  perUser: number;
}

export interface Sender {
  userId: string;
  network: string;
  /** Of the connection, so far. */
  bytesRead: () => number;
  /** False while the sender waits for the storage. */
  isAwaited: () => boolean;
}

/** Where a sender's speed is known and below this, its place may go to somebody who comes later. */
const MEASURED_AFTER_MS = 1_000;
const SLOW_BYTES_PER_SECOND = 100_000;
const RETRY_AFTER_SECONDS = 5;

/**
 * Bounds the uploads under way in this process. Whoever finds no place takes that of the slowest sender, so that slow
 * senders keep nobody out: they finish only while there is room for them.
 */
export class UploadPlaces {
  private readonly users = new Map<string, number>();
  private readonly receiving = new Set<UploadPlace>();

  constructor(private readonly bounds: UploadBounds) {}

  /** @throws RefusalError `RATE_LIMITED` when there is no place and no slow sender to take it from */
  enter(sender: Sender): UploadPlace {
    const own = this.users.get(sender.userId) ?? 0;
    if (own >= this.bounds.perUser) throw noPlace('Another upload of yours is still running. Please wait for it.');
    const places = [...this.receiving];
    this.makeRoom(
      places.filter((place) => place.sender.network === sender.network),
      this.bounds.perNetwork,
    );
    this.makeRoom([...this.receiving], this.bounds.total);
    this.users.set(sender.userId, own + 1);
    const place = new UploadPlace(sender, {
      received: () => this.receiving.delete(place),
      left: () => this.forget(sender.userId),
    });
    this.receiving.add(place);
    return place;
  }

  private makeRoom(places: UploadPlace[], max: number): void {
    if (places.length < max) return;
    const [slowest] = places.filter((place) => place.isSlow()).sort((a, b) => a.bytesPerSecond() - b.bytesPerSecond());
    if (!slowest) throw noPlace('Many photos are being uploaded right now. Please try again in a moment.');
    slowest.displace();
  }

  private forget(userId: string): void {
    const left = (this.users.get(userId) ?? 1) - 1;
    if (left > 0) this.users.set(userId, left);
    else this.users.delete(userId);
  }
}

/** One upload, from its first byte until it is answered. */
export class UploadPlace {
  private readonly displaced = new AbortController();
  private readonly since = performance.now();
  private readonly bytesBefore: number;

  constructor(
    readonly sender: Sender,
    private readonly ended: { received: () => void; left: () => void },
  ) {
    this.bytesBefore = sender.bytesRead();
  }

  /** Aborts, with the refusal as its reason, when the place has gone to another sender. */
  get signal(): AbortSignal {
    return this.displaced.signal;
  }

  bytesPerSecond(): number {
    return ((this.sender.bytesRead() - this.bytesBefore) * 1_000) / (performance.now() - this.since);
  }

  isSlow(): boolean {
    const isMeasured = performance.now() - this.since >= MEASURED_AFTER_MS;
    return isMeasured && this.sender.isAwaited() && this.bytesPerSecond() < SLOW_BYTES_PER_SECOND;
  }

  displace(): void {
    this.received();
    this.displaced.abort(
      new SlowSenderError('RATE_LIMITED', 'Your photos arrive slowly, and many people upload right now.', 30),
    );
  }

  /** All bytes are there: only the person's own bound still counts this upload. */
  received(): void {
    this.ended.received();
  }

  /** To be called exactly once. */
  leave(): void {
    this.ended.received();
    this.ended.left();
  }
}

const noPlace = (message: string): RefusalError =>
  new RefusalError('RATE_LIMITED', message, undefined, RETRY_AFTER_SECONDS);
