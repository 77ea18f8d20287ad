/** @jest-environment jsdom */
import type { Catalogue, CommentTriple } from '@candid/contracts';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { CommentPanel } from './comment-panel';

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
const catalogue: Catalogue = [
  { id: 1, section: 'Face', quality: [phrase(1, 'Smile'), phrase(2, 'Eyes')] },
  { id: 2, section: 'Body', quality: [phrase(8, 'Posture')] },
  { id: 3, section: 'Hair', quality: [phrase(11, 'Cut')] },
];
/** Weights: Smile 3 × 3 = 9, Posture 1 × 9 = 9, Eyes 2 × 2 = 4. */
const comments: CommentTriple[] = [
  [1, 1, 13],
  [1, 1, 13],
  [1, 1, 13],
  [1, 2, 8],
  [1, 2, 8],
  [2, 8, 1],
];

const rows = () => screen.queryAllByRole('listitem').map((row) => row.textContent ?? '');
const choose = (option: string) => userEvent.selectOptions(screen.getByLabelText('Section'), option);

describe('the comment panel', () => {
  it('counts the comments of all sections and of each', () => {
    render(<CommentPanel comments={comments} catalogue={catalogue} />);
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'All (6)',
      'Face (5)',
      'Body (1)',
      'Hair (0)',
    ]);
  });

  it('puts what works well before what to try next, the weightiest first, and says which end was meant and how high', () => {
    render(<CommentPanel comments={comments} catalogue={catalogue} />);
    expect(rows()).toEqual([
      'Smile Good Smilesaid 3 times · slider at 13 of 20',
      'Posture Bad Posturesaid once · slider at 1 of 20',
      'Eyes Bad Eyessaid 2 times · slider at 8 of 20',
    ]);
  });

  it('puts what leans to neither end, and what opinions differ about, behind both', () => {
    const mixed = [...comments, [3, 11, 20], [3, 11, 20], [3, 11, 1], [3, 11, 1]] as CommentTriple[];
    render(<CommentPanel comments={mixed} catalogue={catalogue} />);
    const neither = screen.getByRole('list', { name: 'Mixed or in between' });
    expect([...neither.children].map(({ textContent }) => textContent)).toEqual([
      'Cut Bad Cut / Good CutOpinions differ',
    ]);
  });

  it('opens with things to try where the score is low', () => {
    render(<CommentPanel comments={comments} catalogue={catalogue} isLow />);
    const names = ['This photo is holding you back. Two things to try:', 'Works well'];
    const lists = names.map((name) => screen.getByRole('list', { name }));
    expect(screen.getAllByRole('list')).toEqual(lists);
  });

  it('shows the phrases of one section, and its name where there are none', async () => {
    render(<CommentPanel comments={comments} catalogue={catalogue} />);
    await choose('Body (1)');
    expect(rows()).toHaveLength(1);
    await choose('Hair (0)');
    expect(screen.getByRole('status').textContent).toBe('No comments for Hair');
  });

  it('says that there are no comments at all', () => {
    render(<CommentPanel comments={[]} catalogue={catalogue} />);
    expect(screen.getByRole('status').textContent).toBe('No comments');
  });

  it('asks for comments on a phrase, or on a whole section', async () => {
    const onRequest = jest.fn();
    render(<CommentPanel comments={comments} catalogue={catalogue} onRequest={onRequest} />);
    await userEvent.click(screen.getByRole('button', { name: 'Request comments on Posture' }));
    expect(screen.queryByRole('button', { name: /comments$/ })).toBeNull();
    await choose('Face (5)');
    await userEvent.click(screen.getByRole('button', { name: 'Request Face comments' }));
    expect(onRequest.mock.calls).toEqual([[[8]], [[1, 2]]]);
  });

  it('asks for no whole section in the general variant', async () => {
    render(<CommentPanel general comments={comments} catalogue={catalogue} onRequest={() => {}} />);
    await choose('Face (5)');
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Request', 'Request']);
  });

  it('offers no request where nothing can be asked for', () => {
    render(<CommentPanel comments={comments} catalogue={catalogue} />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
