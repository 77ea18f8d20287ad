import { RefusalError } from '../errors/refusal.js';

const PLACES = 12;
const PLACES_PER_USER = 2;

/** Bounds the uploads under way in this process: slow senders hold connections and disk, and one person only so many. */
export class UploadPlaces {
  private readonly taken = new Map<string, number>();
  private total = 0;

  /** @returns how to leave; throws RefusalError `RATE_LIMITED` when the places are taken */
  enter(userId: string): () => void {
    const own = this.taken.get(userId) ?? 0;
    if (own >= PLACES_PER_USER || this.total >= PLACES) {
      throw new RefusalError('RATE_LIMITED', 'Another upload is still running. Please wait for it.', undefined, 5);
    }
    this.taken.set(userId, own + 1);
    this.total += 1;
    return () => {
      this.total -= 1;
      const left = (this.taken.get(userId) ?? 1) - 1;
      if (left > 0) this.taken.set(userId, left);
      else this.taken.delete(userId);
    };
  }
}
