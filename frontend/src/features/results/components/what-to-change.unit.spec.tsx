/** @jest-environment jsdom */
import {
  assessmentsRoutes,
  type Catalogue,
  type CommentAssociation,
  type CommentAssociations,
} from '@candid/contracts';
import { afterEach, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { answered } from '../../../lib/query/answered.fixture.spec';
import { sessionStore } from '../../../lib/session/session-store';
import { WhatToChange } from './what-to-change';

const phrase = (phraseId: number, name: string, isScale: boolean) => ({
  ...{ phraseId, phrase: name, left: 'Held back', right: 'Warm', isScale, isHalf: null, doubleNeg: false },
  ...{ badText: `Mind the ${name}.`, goodText: `The ${name} is good.`, parentPhraseId: null },
});
const catalogue: Catalogue = [
  { id: 1, section: 'Face', quality: [phrase(2, 'Smile', true), phrase(7, 'Shade', false)] },
];

const smile: CommentAssociation = {
  ...{ sectionId: 1, phraseId: 2, side: 'high', effect: 2.1, low: 0.8, high: 3.4 },
  ...{ with: 14, without: 22, photos: 6 },
};
const shade: CommentAssociation = { ...smile, phraseId: 7, side: 'low', effect: -1.5, low: -2.6, high: -0.4 };
const found: CommentAssociations = {
  ...{ ratings: 36, photos: 6, minimum: { ratings: 10, photos: 2 }, compared: 9 },
  ...{ statements: [], reason: 'nothing-clear' },
};

afterEach(cleanup);

function show(answer: Partial<CommentAssociations>): void {
  sessionStore.signIn({ token: 't', userId: 'ann' });
  globalThis.fetch = () => new Promise(() => undefined);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  answered(client, assessmentsRoutes.getCommentAssociations, { params: { userId: 'ann' } }, { ...found, ...answer });
  render(
    <QueryClientProvider client={client}>
      <WhatToChange catalogue={catalogue} />
    </QueryClientProvider>,
  );
}

it('says each association in a sentence behind the warning, with advice that points the same way', () => {
  show({ statements: [smile, shade], reason: null });
  screen.getByText(
    'Ratings with the comment “Smile: warm” were 2.1 points higher. We are 95% sure that the difference is 0.8 to 3.4 points.',
  );
  screen.getByText('The Smile is good.');
  screen.getByText(
    'Ratings with the comment “Shade” were 1.5 points lower. We are 95% sure that the difference is 0.4 to 2.6 points.',
  );
  screen.getByText('Mind the Shade.');
  const warning = screen.getByText(/^The comment may not be the reason for the rating/);
  const statement = screen.getByText(/“Smile: warm”/);
  expect(warning.compareDocumentPosition(statement)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('gives no advice against the ratings', () => {
  show({ statements: [{ ...smile, side: 'low' }], reason: null });
  screen.getByText(/“Smile: held back” were 2.1 points higher/);
  expect(screen.queryByText('Mind the Smile.')).toBeNull();
});

it('has the numbers one tap away', async () => {
  show({ statements: [smile], reason: null });
  expect(screen.queryByRole('table')).toBeNull();
  await userEvent.click(screen.getByText('Show the numbers'));
  expect(screen.getByRole('row', { name: /^Smile: warm/ }).textContent).toBe(
    'Smile: warm+2.1 +0.8\u00a0to\u00a0+3.414226',
  );
  screen.getByText('95% sure: in 95 of 100 cases the ranges of all 9 compared comments contain the true differences.');
});

it.each([
  [{ reason: 'too-few-ratings', ratings: 8, photos: 2 }, '2 more ratings are needed'],
  [{ reason: 'too-few-photos', photos: 1 }, 'Ratings of a second photo are needed'],
  [{ reason: 'too-few-comments' }, 'More comments are needed'],
  [{ reason: 'nothing-clear' }, 'No comment goes clearly with higher or lower ratings'],
] as const)('says what is missing for %j', (answer, text) => {
  show(answer);
  screen.getByText(text);
});
