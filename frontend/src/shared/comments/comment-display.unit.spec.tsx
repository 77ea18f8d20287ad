/** @jest-environment jsdom */
import type { Catalogue, CommentTriple } from '@candid/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { CommentDisplay } from './comment-display';

afterEach(cleanup);

const phrase = (phraseId: number, more: object = {}) => ({
  phraseId,
  phrase: `Phrase ${phraseId}`,
  left: 'low end',
  right: 'high end',
  isScale: true,
  isHalf: null,
  doubleNeg: false,
  badText: 'bad text',
  goodText: 'good text',
  parentPhraseId: null,
  ...more,
});
const catalogue: Catalogue = [
  { id: 1, section: 'Face', quality: [phrase(1), phrase(2), phrase(3), phrase(4)] },
  { id: 2, section: 'Body', quality: [phrase(8)] },
];
const comments: CommentTriple[] = [
  [1, 1, 20],
  [1, 1, 20],
  [1, 2, 10],
  [1, 2, 11],
  [1, 3, 8],
  [2, 8, 14],
];
const titles = () => screen.queryAllByRole('listitem').map((row) => row.textContent?.slice(0, 8));

describe('one entry', () => {
  it.each([
    [8, 'low end', 'bad text'],
    [9, 'low end / high end', ''],
    [12, 'low end / high end', ''],
    [13, 'high end', 'good text'],
  ])('reads a %i as the %s with the text "%s"', (score, label, text) => {
    const { container } = render(<CommentDisplay mode="entry" entry={[1, 1, score]} catalogue={catalogue} />);
    expect(container.textContent).toBe(`Phrase 1 ${label}${text}`);
  });

  it('is nothing where the catalogue has dropped the phrase', () => {
    const { container } = render(<CommentDisplay mode="entry" entry={[1, 77, 3]} catalogue={catalogue} />);
    expect(container.textContent).toBe('');
  });
});

describe('the general list', () => {
  it('shows at most three distinct phrases, those nearest to the middle', () => {
    render(<CommentDisplay mode="general" comments={comments} catalogue={catalogue} />);
    expect(titles()).toEqual(['Phrase 8', 'Phrase 3', 'Phrase 2']);
  });

  it('keeps to one section where one is asked for', () => {
    render(<CommentDisplay mode="general" comments={comments} sectionId={2} catalogue={catalogue} />);
    expect(titles()).toEqual(['Phrase 8']);
  });

  it('has a strength in the place of its last phrase where it would have none', () => {
    const mixed: CommentTriple[] = [
      [1, 1, 20],
      [1, 2, 9],
      [1, 3, 8],
      [1, 4, 7],
    ];
    render(<CommentDisplay mode="general" comments={mixed} catalogue={catalogue} />);
    expect(titles()).toEqual(['Phrase 1', 'Phrase 3', 'Phrase 2']);
  });

  it('says when there is nothing to list', () => {
    render(<CommentDisplay mode="general" comments={[[1, 77, 3]]} catalogue={catalogue} />);
    expect(screen.getByText('No comments available')).toBeTruthy();
  });
});

describe('by default', () => {
  it('stands the clearest and most frequent comment for all', () => {
    const { container } = render(<CommentDisplay comments={comments} catalogue={catalogue} />);
    expect(container.textContent).toBe('Phrase 1 high end');
  });

  it('stands the top comment of one section where one is asked for', () => {
    const { container } = render(<CommentDisplay comments={comments} sectionId={2} catalogue={catalogue} />);
    expect(container.textContent).toBe('Phrase 8 high end');
  });

  it('shows nothing without comments', () => {
    const { container } = render(<CommentDisplay comments={[]} catalogue={catalogue} />);
    expect(container.textContent).toBe('');
  });
});
