/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { NavBar } from './nav-bar';
import { Screen } from './screen';

afterEach(cleanup);

const titles = () => [...document.querySelectorAll('title')].map(({ textContent }) => textContent);

it.each([
  ['My Photos', 'My Photos – Candid'],
  ['Candid', 'Candid'],
])('gives the tab one title for %s, in place of that of the empty page', (title, expected) => {
  document.head.innerHTML = '<title>Candid</title>';
  render(
    <MemoryRouter>
      <Screen title={title}>x</Screen>
    </MemoryRouter>,
  );
  expect(titles()).toEqual([expected]);
  cleanup();
  expect(titles()).toEqual([expected]);
});

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
