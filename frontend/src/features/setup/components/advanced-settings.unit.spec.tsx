/** @jest-environment jsdom */
import type { Catalogue } from '@candid/contracts';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { type Choice, everyPhrase } from '../../../shared/comments/choice';
import { startingSettings } from '../assessment-rules';
import { AdvancedSettings } from './advanced-settings';

afterEach(cleanup);

const phrase = (phraseId: number, name: string) => ({
  phraseId,
  phrase: name,
  left: 'less',
  right: 'more',
  isScale: true,
  isHalf: null,
  doubleNeg: false,
  badText: 'bad',
  goodText: 'good',
  parentPhraseId: null,
});
const catalogue: Catalogue = [
  { id: 1, section: 'Face', quality: [phrase(1, 'Smile'), phrase(2, 'Eyes')] },
  { id: 2, section: 'Body', quality: [phrase(8, 'Posture')] },
];

function Advanced() {
  const [settings, setSettings] = useState(startingSettings);
  const [choice, setChoice] = useState<Choice>(() => everyPhrase(catalogue));
  return (
    <AdvancedSettings
      settings={settings}
      choice={choice}
      catalogue={catalogue}
      onSettings={setSettings}
      onChoice={setChoice}
    />
  );
}

const toggle = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name });
const phraseBox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const selection = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Comment Selection/ });

it('asks for one of ratings and comments always: turning one off turns the other on', async () => {
  render(<Advanced />);
  await userEvent.click(toggle('Ratings'));
  await userEvent.click(toggle('Comments'));
  expect([toggle('Ratings').checked, toggle('Comments').checked]).toEqual([true, false]);
  await userEvent.click(toggle('Ratings'));
  expect([toggle('Ratings').checked, toggle('Comments').checked]).toEqual([false, true]);
});

it('has no selection of comments without comments', async () => {
  render(<Advanced />);
  expect(selection().disabled).toBe(false);
  await userEvent.click(toggle('Comments'));
  expect(selection().disabled).toBe(true);
});

it('keeps the last phrase of a section and the last section', async () => {
  render(<Advanced />);
  await userEvent.click(selection());
  await userEvent.click(phraseBox('Smile'));
  await userEvent.click(phraseBox('Eyes'));
  expect([phraseBox('Smile').checked, phraseBox('Eyes').checked]).toEqual([false, true]);
  await userEvent.click(toggle('Body'));
  await userEvent.click(toggle('Face'));
  expect([toggle('Face').checked, toggle('Body').checked]).toEqual([true, false]);
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(selection().textContent).toContain('1 of 3 phrases');
});

it('asks for positive and negative comments, or for positive ones only', async () => {
  render(<Advanced />);
  await userEvent.click(selection());
  const tone = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
  expect(tone('Positive and negative').checked).toBe(true);
  await userEvent.click(tone('Positive only'));
  expect(tone('Positive only').checked).toBe(true);
});
