import type { AdjustedScore, AudienceBand } from '@candid/contracts';
import messages from '../../../texts/en/scores.json' with { type: 'json' };
import { filled } from '../language/message';

type Whole = Pick<AdjustedScore, 'low' | 'high'>;
type Reading = Pick<AdjustedScore, 'low' | 'high' | 'score'>;

/** Prevents a line break before and after the dash. */
const wordJoiner = '\u2060';
const dash = `${wordJoiner}–${wordJoiner}`;
const span = ({ low, high }: Whole): string => (low === high ? String(low) : `${low}${dash}${high}`);
const whole = (score: number): number => Math.floor(score + 0.5);
/** Ranges for the size of an audience: an exact number would reveal who gave each new rating. */
const audienceReadings = messages.audienceReading satisfies Record<AudienceBand, string>;
const { level } = messages;

export const scoreTexts = {
  ...messages,
  range: (low: number, high: number) => filled(messages.range, { low, high }),
  span,
  /** Follows the average. */
  ratedBy: (people: number) => ` · ${filled(messages.ratedBy, { people })}`,

  /** Below three ratings, the average of all photos weighs more in the score than the strictness of the assessors. */
  adjusted: (score: number, interval: Whole, ratings: number) =>
    filled(messages.adjusted[ratings < 3 ? 'few' : 'enough'], { score: whole(score), range: span(interval) }),
  audienceReading: (score: number, interval: Whole, assessors: AudienceBand) =>
    filled(audienceReadings[assessors], { score: whole(score), range: span(interval) }),
  change: (before: Whole, now: Whole) => filled(messages.change, { before: span(before), now: span(now) }),
  early: (assessors: number, asked: number) =>
    filled(asked > assessors ? messages.early.running : messages.early.over, { assessors, asked }),
  arrived: (ratings: number) => filled(messages.arrived, { ratings }),

  averageReading: ({ score, low, high }: Reading, confidence: keyof typeof level | undefined) => {
    const reading = filled(messages.averageReading, { average: whole(score), range: span({ low, high }) });
    return confidence ? `${reading} · ${level[confidence]}` : reading;
  },

  chart: {
    ...messages.chart,
    picture: (average: Reading, adjusted: Reading | null, ratings: number) => {
      const texts = messages.chart.picture;
      const reading = (text: string, { score, low, high }: Reading) => filled(text, { score: whole(score), low, high });
      const first = `${filled(texts.ratings, { ratings })}. ${reading(texts.average, average)}`;
      return adjusted ? `${first}. ${reading(texts.adjusted, adjusted)}` : first;
    },
  },

  history: (assessments: readonly { when: string; reading: string }[]) => {
    const { title, assessment } = messages.history;
    return [title, ...assessments.map((values) => filled(assessment, values))].join('. ');
  },
  assessment: (average: number, ratings: number, change: number | null) => {
    const { first, same, higher, lower } = messages.assessment;
    if (change === null) return filled(first, { average, ratings });
    if (change === 0) return filled(same, { average, ratings });
    return filled(change > 0 ? higher : lower, { average, ratings, change: Math.abs(change) });
  },
};
