/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { CommentPanel, type CommentPanelLabels } from './comment-panel';
import type { Comment, CommentCatalogue } from './comments';

afterEach(cleanup);

const phrase = (phraseId: number, name: string) => ({
  phraseId,
  phrase: name,
  left: `Bad ${name}`,
  right: `Good ${name}`,
  isScale: true,
  isHalf: null,
  doubleNeg: false,
  badText: '',
  goodText: '',
  parentPhraseId: null,
});
const catalogue: CommentCatalogue = [
  { id: 1, section: 'Face', quality: [phrase(1, 'Smile'), phrase(2, 'Eyes')] },
  { id: 2, section: 'Body', quality: [phrase(8, 'Posture')] },
  { id: 3, section: 'Hair', quality: [phrase(11, 'Cut')] },
];
/** Weights: Smile 3 × 3 = 9, Posture 1 × 9 = 9, Eyes 2 × 2 = 4. */
const comments: Comment[] = [
  [1, 1, 13],
  [1, 1, 13],
  [1, 1, 13],
  [1, 2, 8],
  [1, 2, 8],
  [2, 8, 1],
];
const labels: CommentPanelLabels = {
  filter: 'Section',
  all: 'All',
  withCount: (section, count) => `${section} (${count})`,
  none: 'No comments',
  noneFor: (section) => `No comments for ${section}`,
  request: 'Request',
  requestPhrase: (name) => `Request on ${name}`,
  requestSection: (section) => `Request ${section} comments`,
  scored: (score) => `${score} of 20`,
  said: ({ times, opinionsDiffer }) => (opinionsDiffer ? 'Opinions differ' : `${times} times`),
};

const rows = () => screen.queryAllByRole('listitem').map((row) => row.textContent ?? '');
const choose = (option: string) => userEvent.selectOptions(screen.getByLabelText('Section'), option);

describe('the comment panel', () => {
  it('counts the comments of all sections and of each', () => {
    render(<CommentPanel comments={comments} catalogue={catalogue} labels={labels} />);
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'All (6)',
      'Face (5)',
      'Body (1)',
      'Hair (0)',
    ]);
  });

  it('puts what works well before what to try next, the weightiest first, and says which end was meant and how high', () => {
    render(<CommentPanel comments={comments} catalogue={catalogue} labels={labels} />);
    expect(rows()).toEqual([
      'Smile Good Smile13 of 20, 3 times',
      'Posture Bad Posture1 of 20, 1 times',
      'Eyes Bad Eyes8 of 20, 2 times',
    ]);
  });

  it('puts what leans to neither end, and what opinions differ about, behind both', () => {
    const mixed = [...comments, [3, 11, 20], [3, 11, 20], [3, 11, 1], [3, 11, 1]] as Comment[];
    render(<CommentPanel comments={mixed} catalogue={catalogue} labels={labels} />);
    const neither = screen.getByRole('list', { name: 'Neither' });
    expect([...neither.children].map(({ textContent }) => textContent)).toEqual([
      'Cut Bad Cut / Good CutOpinions differ',
    ]);
  });

  it('opens with things to try where the score is low', () => {
    render(<CommentPanel comments={comments} catalogue={catalogue} labels={labels} isLow />);
    const names = ['This photo is holding back. Two things to try:', 'Works well'];
    const lists = names.map((name) => screen.getByRole('list', { name }));
    expect(screen.getAllByRole('list')).toEqual(lists);
  });

  it('shows the phrases of one section, and its name where there are none', async () => {
    render(<CommentPanel comments={comments} catalogue={catalogue} labels={labels} />);
    await choose('Body (1)');
    expect(rows()).toHaveLength(1);
    await choose('Hair (0)');
    expect(screen.getByRole('status').textContent).toBe('No comments for Hair');
  });

  it('says that there are no comments at all', () => {
    render(<CommentPanel comments={[]} catalogue={catalogue} labels={labels} />);
    expect(screen.getByRole('status').textContent).toBe('No comments');
  });

  it('asks for comments on a phrase, or on a whole section', async () => {
    const onRequest = jest.fn();
    render(<CommentPanel comments={comments} catalogue={catalogue} labels={labels} onRequest={onRequest} />);
    await userEvent.click(screen.getByRole('button', { name: 'Request on Posture' }));
    expect(screen.queryByRole('button', { name: /comments$/ })).toBeNull();
    await choose('Face (5)');
    await userEvent.click(screen.getByRole('button', { name: 'Request Face comments' }));
    expect(onRequest.mock.calls).toEqual([[[8]], [[1, 2]]]);
  });

  it('asks for no whole section in the general variant', async () => {
    render(<CommentPanel general comments={comments} catalogue={catalogue} labels={labels} onRequest={() => {}} />);
    await choose('Face (5)');
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Request', 'Request']);
  });

  it('offers no request where nothing can be asked for', () => {
    render(<CommentPanel comments={comments} catalogue={catalogue} labels={labels} />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
