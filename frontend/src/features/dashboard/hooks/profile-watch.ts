import type { Photo } from '@candid/contracts';

export type Destination = 'profile' | 'bank' | 'deleted';

/** Knows what moves of photos do to the assessment of the whole profile. */
export interface ProfileWatch {
  /** What else the move ends, in words to ask with; null where nothing. */
  warningOf(photo: Photo, to: Destination): string | null;
  /** After the move: the tokens that came back besides those its own answer told of. */
  settle(photo: Photo, to: Destination): Promise<number>;
}
