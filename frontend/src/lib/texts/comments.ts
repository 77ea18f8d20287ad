import { plural } from '../language/language';

interface Agreement {
  readonly phrase: string;
  readonly left: string;
  readonly right: string;
  readonly isScale: boolean;
  readonly low: number;
  readonly high: number;
  readonly of: number;
}

const assessors = (count: number): string => plural(count, { one: '# assessor', other: '# assessors' });

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
  agreement: 'What several assessors say',
  agreementNone: 'No two assessors have commented on the same thing yet.',
  allPhrases: (count: number) => `Show all ${count}`,
  fewerPhrases: 'Show fewer',
  bars: {
    share: (count: number, of: number) => `${count} of ${assessors(of)}`,
    agreement: ({ phrase, left, right, isScale, low, high, of }: Agreement) => {
      if (!isScale) return `${phrase}: ${low + high} of ${assessors(of)}`;
      const ends = [
        { end: left, assessors: low },
        { end: right, assessors: high },
      ].sort((one, other) => other.assessors - one.assessors);
      const said = ends
        .filter(({ assessors }) => assessors > 0)
        .map(({ end, assessors }) => `${plural(assessors, { one: '# says', other: '# say' })} ${end.toLowerCase()}`);
      return `${phrase}: of ${assessors(of)} ${said.join(', ')}`;
    },
  },
  worksWell: 'Works well',
  tryNext: 'Try next',
  tryFirst: (count: number) =>
    plural(count, {
      one: 'This photo is holding back. One thing to try:',
      other: 'This photo is holding back. Two things to try:',
    }),
  neither: 'Neither',
  said: ({ times, of, opinionsDiffer }: { times: number; of: number; opinionsDiffer: boolean }) => {
    if (opinionsDiffer) return 'Opinions differ';
    return times === of ? plural(times, { one: 'said once', other: 'said # times' }) : `said by ${times} of ${of}`;
  },
  scored: (score: number) => `${score} of 20`,
  switchView: 'Switch Comment View',
  switchViewLead: 'Choose which comments appear under your photos.',
};
