import { plural } from '../language/language';

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
  agreementNone: 'No two raters have said the same yet.',
  agree: (raters: number, of: number) => `${raters} of ${of}:`,
  given: (count: number) => plural(count, { one: 'said once', other: 'said # times' }),
  scored: (score: number) => `${score} of 20`,
  switchView: 'Switch Comment View',
  switchViewLead: 'Which comments stand under your photos.',
};
