/** A photo assessment that was rated. Times are ISO 8601 in UTC and can be compared as text. */
export interface RatedTurn {
  kind: 'rated';
  at: string;
  submissionId: string;
  /** Seconds since the reservation of the slot; 0 if the photos were never opened. */
  seconds: number;
  photos: number;
  /** Scores of the photos for which the owner requested a rating. */
  scores: readonly number[];
  isGold: boolean;
}

/** A photo assessment that the assessor opened but did not rate before its slot expired. */
export interface SkippedTurn {
  kind: 'skipped';
  at: string;
  /** Number of slots: one for the reservation, and one for each renewal. */
  slots: number;
}

export interface ProfileTurn {
  kind: 'profile';
  at: string;
}

export type Turn = RatedTurn | SkippedTurn | ProfileTurn;

export interface GoldAnswer {
  at: string;
  isRight: boolean;
}

/** The recent behaviour of an assessor, oldest first. */
export interface Behaviour {
  turns: readonly Turn[];
  goldAnswers: readonly GoldAnswer[];
}

/** Returns the behaviour after `moment`, or all behaviour if `moment` is null. */
export function after(moment: string | null, { turns, goldAnswers }: Behaviour): Behaviour {
  if (moment === null) return { turns, goldAnswers };
  return { turns: turns.filter(({ at }) => at > moment), goldAnswers: goldAnswers.filter(({ at }) => at > moment) };
}

export const isRated = (turn: Turn): turn is RatedTurn => turn.kind === 'rated';
export const isSkipped = (turn: Turn): turn is SkippedTurn => turn.kind === 'skipped';

/**
 * Hashes the text to a number in [0, 1) with FNV-1a and then with the final mixing of MurmurHash3. FNV-1a alone would
 * give similar numbers to texts that differ only at their end.
 */
export function chanceOf(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return ((state ^ (state >>> 16)) >>> 0) / 2 ** 32;
}
