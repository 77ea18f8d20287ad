import { plural } from '../language/language';

interface Votes {
  readonly phrase: string;
  readonly left: string;
  readonly right: string;
  readonly isScale: boolean;
  readonly low: number;
  readonly high: number;
  readonly of: number;
}

export const commentsTexts = {
  failed: 'Failed to load comments',
  fetchFailed: 'Failed to fetch comments',
  none: 'No comments',
  noneFor: (section: string) => `No comments for ${section}`,
  noneAvailable: 'No comments available',
  noneForAssessment: 'No comments for this assessment',
  all: 'All',
  withCount: (section: string, count: number) => `${section} (${count})`,
  filter: 'Section',
  request: 'Request',
  requestPhrase: (phrase: string) => `Request comments on ${phrase}`,
  requestAny: 'Request Comments',
  requestSection: (section: string) => `Request ${section} comments`,
  agreement: 'What several raters say',
  agreementNone: 'No two raters have commented on the same thing yet.',
  allPhrases: (count: number) => `Show all ${count}`,
  fewerPhrases: 'Show fewer',
  bars: {
    share: (raters: number, of: number) => `${raters} of ${of} raters`,
    votes: ({ phrase, left, right, isScale, low, high, of }: Votes) => {
      if (!isScale) return `${phrase}: ${low + high} of ${of} raters`;
      const ends = [
        { end: left, raters: low },
        { end: right, raters: high },
      ].sort((one, other) => other.raters - one.raters);
      const said = ends
        .filter(({ raters }) => raters > 0)
        .map(({ end, raters }) => `${raters} say ${end.toLowerCase()}`);
      return `${phrase}: of ${of} raters ${said.join(', ')}`;
    },
  },
  given: (count: number) => plural(count, { one: 'said once', other: 'said # times' }),
  scored: (score: number) => `${score} of 20`,
  switchView: 'Switch Comment View',
  switchViewLead: 'Which comments stand under your photos.',
};
