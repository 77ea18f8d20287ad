/** @jest-environment jsdom */
import type { CataloguePhrase, CommentTriple } from '@candid/contracts';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { offeredSections } from '../offered-phrases';
import { PhrasePicker } from './phrase-picker';

beforeAll(() => {
  // jsdom has no ResizeObserver.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});
afterEach(cleanup);

const phrase = (phraseId: number, name: string, change: Partial<CataloguePhrase> = {}): CataloguePhrase => ({
  phraseId,
  phrase: name,
  left: `${name} low`,
  right: `${name} high`,
  isScale: true,
  isHalf: null,
  doubleNeg: false,
  badText: '',
  goodText: '',
  parentPhraseId: null,
  ...change,
});
const catalogue = [
  {
    id: 1,
    section: 'Face',
    quality: [
      phrase(1, 'Smile'),
      phrase(2, 'Filters', { isHalf: 'left' }),
      phrase(3, 'Kind', { isHalf: 'right' }),
      phrase(4, 'Eye contact', { doubleNeg: true }),
      phrase(5, 'Sunglasses', { isScale: false, isHalf: 'left', parentPhraseId: 1 }),
      phrase(6, 'First photo', { isScale: false, isHalf: 'right' }),
    ],
  },
  { id: 2, section: 'Body', quality: [phrase(8, 'Posture')] },
];
const sections = offeredSections(catalogue, { commentsSelected: [], commentsNegative: true });
let picks: readonly CommentTriple[];

function Picker() {
  const [chosen, setChosen] = useState<readonly CommentTriple[]>([]);
  const [sectionId, setSectionId] = useState<number | null>(null);
  picks = chosen;
  return (
    <PhrasePicker
      sections={sections}
      picks={chosen}
      picksMax={3}
      sectionId={sectionId}
      onSection={setSectionId}
      onChange={setChosen}
    />
  );
}

const slider = (name: string) => screen.getByRole('slider', { name });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string, ...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(slider(name), { key });
};

describe('the sliders', () => {
  it('run from 1 to 20, a half to one side only, and up to 19 where both ends are wrong', () => {
    render(<Picker />);
    const rangeOf = (name: string) =>
      ['aria-valuemin', 'aria-valuemax'].map((attribute) => slider(name).getAttribute(attribute));
    expect(rangeOf('Smile')).toEqual(['1', '20']);
    expect(rangeOf('Filters')).toEqual(['1', '10']);
    expect(rangeOf('Kind')).toEqual(['11', '20']);
    expect(rangeOf('Eye contact')).toEqual(['1', '19']);
  });

  it('stay inside their range, whatever the key', () => {
    render(<Picker />);
    press('Filters', 'End');
    press('Kind', 'Home');
    press('Eye contact', 'End');
    expect(picks).toEqual([
      [1, 2, 10],
      [1, 3, 11],
      [1, 4, 19],
    ]);
  });

  it('are blank until touched, and start beside the middle', () => {
    render(<Picker />);
    expect(slider('Smile').getAttribute('aria-valuetext')).toBe('Not chosen');
    press('Smile', 'ArrowLeft');
    expect(picks).toEqual([[1, 1, 10]]);
  });

  it('read 20 minus the score below 10 where both ends are wrong', () => {
    render(<Picker />);
    press('Eye contact', '4');
    expect(slider('Eye contact').getAttribute('aria-valuetext')).toBe('Eye contact low, 16');
    press('Smile', '4');
    expect(slider('Smile').getAttribute('aria-valuetext')).toBe('Smile low, 4');
  });

  it('are taken back by Undo or Delete, and the focus stays on the slider', async () => {
    render(<Picker />);
    press('Smile', 'End');
    await userEvent.click(button('Undo Smile'));
    expect(picks).toEqual([]);
    expect(document.activeElement).toBe(slider('Smile'));
    press('Smile', 'End', 'Delete');
    expect(picks).toEqual([]);
  });
});

describe('the toggles', () => {
  it('go on and off again', async () => {
    render(<Picker />);
    await userEvent.click(button('First photo'));
    expect(picks).toEqual([[1, 6, 20]]);
    await userEvent.click(button('First photo'));
    expect(picks).toEqual([]);
  });

  it('wait for their parent, and go with it', async () => {
    render(<Picker />);
    expect(button('Sunglasses Comment on Smile first').disabled).toBe(true);
    press('Smile', 'End');
    await userEvent.click(button('Sunglasses'));
    expect(picks).toEqual([
      [1, 1, 20],
      [1, 5, 1],
    ]);
    await userEvent.click(button('Undo Smile'));
    expect(picks).toEqual([]);
  });
});

describe('three comments', () => {
  it('are the most; one that is there may still change', async () => {
    render(<Picker />);
    press('Smile', 'End');
    press('Filters', 'Home');
    press('Kind', 'End');
    press('Eye contact', 'Home');
    expect(button('First photo').disabled).toBe(true);
    press('Smile', '7');
    expect(picks).toEqual([
      [1, 1, 7],
      [1, 2, 1],
      [1, 3, 20],
    ]);
  });

  it('are counted on their section', async () => {
    render(<Picker />);
    press('Smile', 'End');
    await userEvent.click(screen.getByRole('tab', { name: 'Body' }));
    press('Posture', 'End');
    screen.getByRole('tab', { name: 'Face · 1' });
    screen.getByRole('tab', { name: 'Body · 1' });
  });
});
