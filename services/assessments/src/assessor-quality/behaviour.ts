/** A photo assessment that was rated. Times are ISO 8601 in UTC and compare as text. */
export interface RatedTurn {
  kind: 'rated';
  at: string;
  submissionId: string;
  /** From the slot's reservation on; 0 where the photos were never opened. */
  seconds: number;
  photos: number;
  /** Without those where no rating was asked for. */
  scores: readonly number[];
  isGold: boolean;
}

/** A photo assessment that was opened and left, without its slot being used in time. */
export interface SkippedTurn {
  kind: 'skipped';
  /** When it was opened. */
  at: string;
  /** How many slots were reserved for it: one, and one more with each renewal. */
  slots: number;
}

/** A profile that was assessed. */
export interface ProfileTurn {
  kind: 'profile';
  at: string;
}

export type Turn = RatedTurn | SkippedTurn | ProfileTurn;

/** The answer to a pair with an obvious answer. */
export interface GoldAnswer {
  at: string;
  isRight: boolean;
}

/** What an assessor did lately, the oldest first. */
export interface Behaviour {
  turns: readonly Turn[];
  goldAnswers: readonly GoldAnswer[];
}

/** What happened after this moment; everything where there is none. */
export function after(moment: string | null, { turns, goldAnswers }: Behaviour): Behaviour {
  if (moment === null) return { turns, goldAnswers };
  return { turns: turns.filter(({ at }) => at > moment), goldAnswers: goldAnswers.filter(({ at }) => at > moment) };
}

export const isRated = (turn: Turn): turn is RatedTurn => turn.kind === 'rated';
export const isSkipped = (turn: Turn): turn is SkippedTurn => turn.kind === 'skipped';

/**
 * A number in [0, 1) made of the text: the same for the same text and without a pattern for others. FNV-1a, and the last
 * mixing of MurmurHash3, since FNV alone tells texts apart badly that differ in their end.
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
