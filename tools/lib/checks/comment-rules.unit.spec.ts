import { describe, expect, it } from '@jest/globals';
import { unclearSentences } from './comment-rules.mjs';

const sentencesIn = (...lines: string[]) => unclearSentences(lines.join('\n')).map(({ sentence }) => sentence);

describe('the rule for comments', () => {
  it('finds a sentence without a subject in a line, a block and a list', () => {
    expect(sentencesIn('// Of the last event.')).toEqual(['Of the last event.']);
    expect(sentencesIn('/** Stops. Whether it has stopped. */')).toEqual(['Whether it has stopped.']);
    expect(sentencesIn('/**', ' * Rules:', ' * - The first.', ' * - As before.', ' */')).toEqual(['As before.']);
  });

  it('finds words that have to be read twice, but not in code', () => {
    expect(sentencesIn('// The reader starts anew.')).toEqual(['The reader starts anew.']);
    expect(sentencesIn('// Calls `anew`.')).toEqual([]);
  });

  it('reads adjoining lines as one comment and gives the line where it begins', () => {
    const lines = [
      'const a = 1;',
      '// The reader stops.',
      '// From then on, it waits.',
      'const b = 2;',
      '// What remains.',
    ];
    expect(unclearSentences(lines.join('\n'))).toEqual([
      { line: 2, sentence: 'From then on, it waits.' },
      { line: 5, sentence: 'What remains.' },
    ]);
  });

  it('accepts plain sentences, words that only begin alike, and text outside comments', () => {
    expect(sentencesIn('// Often the reader waits. Asks once. If nothing came, stops.')).toEqual([]);
    expect(sentencesIn("const text = 'Of the last event.';")).toEqual([]);
  });
});
