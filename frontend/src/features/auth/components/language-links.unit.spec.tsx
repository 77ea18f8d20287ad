/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { connectionStore } from '../../../lib/connection/connection-store';
import { Desk, show } from '../../../lib/desk.fixture.spec';
import LanguageLinks from './language-links';

const takeLanguage = jest.fn(async (_language: string) => undefined);
jest.unstable_mockModule('../../../lib/language/take-language', () => ({ takeLanguage }));

beforeEach(() => {
  takeLanguage.mockClear();
  new Desk();
  show(<LanguageLinks />, '/landing');
});
afterEach(cleanup);

it('a visitor is led to the page in the other language, named in its own words', async () => {
  const link = screen.getByRole('link');
  expect(link.textContent).toBe('Deutsch');
  expect(['lang', 'hreflang', 'href'].map((name) => link.getAttribute(name))).toEqual(['de', 'de', '/landing']);
  await userEvent.click(link);
  await waitFor(() => expect(takeLanguage).toHaveBeenCalledWith('de'));
});

it('a visitor without a connection keeps the page', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('no connection'));
  await userEvent.click(screen.getByRole('link'));
  await waitFor(() => expect(connectionStore.current()).toBe('unreachable'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(takeLanguage).not.toHaveBeenCalled();
});
