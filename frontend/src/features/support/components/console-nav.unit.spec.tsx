/** @jest-environment jsdom */
import type { Role } from '@candid/contracts';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { at, Desk, person, show, transfer } from '../../../lib/desk.fixture.spec';
import { SideNav } from './console-nav';

const correction = {
  ...{ correctionId: transfer, userId: person, amount: 60, reason: 'Paid twice', ticket: null, corrects: null },
  ...{ state: 'waiting', requestedBy: person, requestedAt: at, transferId: null },
  ...{ decidedBy: null, decidedAt: null, decisionReason: null },
};

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
});
afterEach(cleanup);

function linksOf(roles: Role[], path?: string): (string | null)[] {
  show(<SideNav roles={roles} />, path);
  return screen.getAllByRole('link').map(({ textContent }) => textContent);
}

it('shows a moderator the desk alone', () => {
  expect(linksOf(['user', 'moderator'])).toEqual(['Moderation', 'Report figures', 'Second factor', 'Back to the app']);
});

it('shows support nothing of moderation', () => {
  const links = linksOf(['user', 'support']);
  expect(links).toContain('Search');
  expect(links).not.toContain('Moderation');
  expect(links).not.toContain('Evidence');
});

it.each(['safety-lead', 'legal'] as const)('shows %s the evidence', (role) => {
  expect(linksOf(['user', role])).toEqual(['Evidence', 'Second factor', 'Back to the app']);
});

it.each([
  ['/support/moderation/report', 'Report figures'],
  ['/support/moderation/1234', 'Moderation'],
  ['/support/accounts/1234', 'Search'],
  ['/support/accounts/1234/correct', 'Search'],
  ['/support/transfers/1234', 'Search'],
  ['/support/feedback/1234', 'Feedback'],
])('marks one page at %s', (path, current) => {
  linksOf(['moderator', 'support'], path);
  const marked = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current'));
  expect(marked.map(({ textContent }) => textContent)).toEqual([current]);
});

it('counts what waits, and says nothing where nothing does', async () => {
  desk.answer('GET /support/corrections', {
    success: true,
    corrections: [correction, correction],
    nextCursor: 'next',
    approvalAbove: 1,
  });
  desk.answer('GET /support/dead-letters', { success: true, letters: [], nextCursor: null });
  desk.answer('GET /support/moderation/cases', {
    success: true,
    cases: [],
    nextCursor: 'next',
    waiting: 1204,
    overdue: 0,
  });
  show(<SideNav roles={['user', 'support', 'moderator']} />);
  await screen.findByRole('link', { name: 'Corrections 2+ waiting' });
  await screen.findByRole('link', { name: 'Moderation 1,204 waiting' });
  screen.getByRole('link', { name: 'Dead letters' });
  expect(desk.of('GET /support/corrections?state=waiting')).toHaveLength(1);
});

it('asks for no counts of pages that the person may not open', async () => {
  desk.answer('GET /support/moderation/cases', { success: true, cases: [], nextCursor: null, waiting: 3, overdue: 0 });
  show(<SideNav roles={['user', 'moderator']} />);
  await screen.findByRole('link', { name: 'Moderation 3 waiting' });
  expect(desk.sent.filter(({ url }) => !url.startsWith('/support/moderation/'))).toEqual([]);
});
