/** A test that was rated. Times are ISO 8601 in UTC and compare as text. */
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

/** A test that was opened and left, without its slot being used in time. */
export interface SkippedTurn {
  kind: 'skipped';
  /** When it was opened. */
  at: string;
  /** How often a place was held for it: once, and once more with each renewal. */
  slots: number;
}

/** A profile that was evaluated. */
export interface EvaluatedTurn {
  kind: 'evaluated';
  at: string;
}

export type Turn = RatedTurn | SkippedTurn | EvaluatedTurn;

/** The answer to a pair with an obvious answer. */
export interface GoldAnswer {
  at: string;
  isRight: boolean;
}

/** What a rater did lately, the oldest first. */
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
