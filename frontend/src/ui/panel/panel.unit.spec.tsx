/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Panel } from './panel';

let reduced: boolean;

beforeEach(() => {
  reduced = false;
  // jsdom has no matchMedia.
  window.matchMedia = ((media: string) => ({ media, matches: reduced })) as typeof window.matchMedia;
});
afterEach(cleanup);

const show = (folded = false, revealed = false) =>
  render(
    <Panel title="Rated" folded={folded} revealed={revealed}>
      <p>Three photos</p>
    </Panel>,
  );
const trigger = () => screen.getByRole('button', { name: 'Rated' });
const contentOf = (button: HTMLElement) => document.getElementById(button.getAttribute('aria-controls') ?? '');

it('shows its content and says so', () => {
  show();
  expect(trigger().getAttribute('aria-expanded')).toBe('true');
  expect(contentOf(trigger())?.textContent).toBe('Three photos');
});

it('keeps the content until it has folded away, and then has none', async () => {
  show();
  await userEvent.click(trigger());
  expect(trigger().getAttribute('aria-expanded')).toBe('false');
  const content = contentOf(trigger());
  fireEvent.animationEnd(screen.getByText('Three photos'));
  expect(content?.hidden).toBe(false);
  fireEvent.animationEnd(content as HTMLElement);
  expect([content?.hidden, content?.textContent]).toEqual([true, '']);
});

it('is there again at once when it unfolds', async () => {
  show(true);
  expect(contentOf(trigger())?.hidden).toBe(true);
  await userEvent.click(trigger());
  expect(contentOf(trigger())?.hidden).toBe(false);
  screen.getByText('Three photos');
});

it('waits for nothing with reduced motion', async () => {
  reduced = true;
  show();
  await userEvent.click(trigger());
  expect(contentOf(trigger())?.hidden).toBe(true);
});

it('scrolls into view once it has unfolded, but not when it appears', async () => {
  const seen: string[] = [];
  HTMLElement.prototype.scrollIntoView = function see(this: HTMLElement) {
    seen.push(this.textContent ?? '');
  };
  show(false, true);
  cleanup();
  show(true, true);
  await userEvent.click(trigger());
  expect(seen).toEqual([]);
  fireEvent.animationEnd(contentOf(trigger()) as HTMLElement);
  expect(seen).toEqual(['RatedThree photos']);
});
