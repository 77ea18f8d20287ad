/** @jest-environment jsdom */
import type { Role } from '@candid/contracts';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { show } from '../desk.fixture.spec';
import { SideNav } from './side-nav';

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
])('marks one page at %s', (path, current) => {
  linksOf(['moderator'], path);
  const marked = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current'));
  expect(marked.map(({ textContent }) => textContent)).toEqual([current]);
});
