/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { NavBar } from './nav-bar';

afterEach(cleanup);

it.each([
  ['/profile', 'My Photos'],
  ['/feed', 'Assess'],
  ['/approve', 'Assess'],
  ['/approve/trial', 'Assess'],
  ['/feedback', undefined],
])('the navigation on %s marks %s', (path, name) => {
  render(
    <MemoryRouter initialEntries={[path]}>
      <NavBar tokens="Tokens" />
    </MemoryRouter>,
  );
  const marked = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
  expect(marked.map(({ textContent }) => textContent)).toEqual(name ? [name] : []);
});
