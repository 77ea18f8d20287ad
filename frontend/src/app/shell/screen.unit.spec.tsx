/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
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
