/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Desk, show } from '../../../lib/desk.fixture.spec';
import { press } from '../../../lib/press.fixture.spec';
import NavigationPage from './navigation.page';
import SelectionPage from './selection.page';

let desk: Desk;
beforeEach(() => {
  window.scrollTo = () => undefined;
  URL.createObjectURL = (file) => `blob:${(file as File).name}`;
  URL.revokeObjectURL = () => undefined;
  Object.assign(globalThis, { matchMedia: () => ({ matches: true, addEventListener() {}, removeEventListener() {} }) });
  desk = new Desk();
  desk.signIn();
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

describe('the demonstration of a selection', () => {
  it('takes up to 9 photos, writes their names to the log and uploads nothing', async () => {
    const logged: unknown[] = [];
    jest.spyOn(console, 'log').mockImplementation((names) => void logged.push(names));
    show(<SelectionPage />, '/test');
    const input = screen.getByLabelText('Choose photos', { selector: 'input' });
    const png = Uint8Array.from('\x89PNG\r\n\x1a\n\0\0\0\r', (byte) => byte.charCodeAt(0));
    const choose = (count: number) => {
      const files = Array.from({ length: count }, (_, at) => new File([png], `photo-${at}.png`));
      fireEvent.change(input, { target: { files } });
    };
    choose(8);
    await screen.findByText('8 of 9 photos');
    choose(2);
    await screen.findByText('You can only upload up to 9 photos.');
    screen.getByText('8 of 9 photos');
    await press('Remove photo 8');
    screen.getByText('7 of 9 photos');
    await press('Upload');
    screen.getByText('7 photos written to the log. Nothing was uploaded.');
    expect(logged).toEqual([Array.from({ length: 7 }, (_, at) => `photo-${at}.png`)]);
    expect(desk.of('POST')).toEqual([]);
  });
});

describe('the demonstration of the navigation', () => {
  it('shows it as each kind of person sees it', async () => {
    show(<NavigationPage />, '/navbar');
    const links = () =>
      within(screen.getByRole('navigation'))
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
    expect(links().join()).toContain('Tokens');
    await userEvent.click(screen.getByText('Loading'));
    expect(links()).toContain('Balance: ...');
    await userEvent.click(screen.getByText('Visitor'));
    for (const name of ['My Photos', 'Assess', 'Sign up', 'Log In']) expect(links()).toContain(name);
  });
});
