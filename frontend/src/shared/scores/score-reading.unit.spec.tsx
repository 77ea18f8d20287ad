/** @jest-environment jsdom */
import type { Photo } from '@candid/contracts';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { ScoreReading } from './score-reading';

afterEach(cleanup);

const fairScore = { score: 12, low: 10, high: 14, raters: 8 };
const photo = { totalScore: 88, timesRated: 8, fairScore } as Photo;
const textOf = (audienceScore: { score: number; differs: boolean } | null): string => {
  const ofAudience = audienceScore && { ...audienceScore, low: 8.5, high: 13.5, raters: 'few' as const };
  const { container } = render(<ScoreReading photo={photo} audienceScore={ofAudience} />);
  return (container.textContent ?? '').replaceAll('\u2060', '');
};

it.each([
  [{ score: 11, differs: false }, 'No clear difference from all assessors.'],
  [{ score: 9, differs: true }, 'They clearly rate it lower than all assessors.'],
  [{ score: 15, differs: true }, 'They clearly rate it higher than all assessors.'],
])(
  'shows the score of the audience, its interval and how many they are, and whether it differs: %p',
  (score, words) => {
    const text = textOf(score);
    expect(text).toContain(`By people you are looking for: ${score.score} · likely 8–14 · 3 to 5 assessors. ${words}`);
  },
);

it('starts with the average, as on the chip, and gives the adjusted score in words', () => {
  expect(textOf(null)).toBe('11 · 8 people rated itAdjusted for strict and generous assessors: 12, likely 10–14');
});

it('counts a person who rated the photo in two assessments once', () => {
  const { container } = render(<ScoreReading photo={{ ...photo, totalScore: 99, timesRated: 9 }} />);
  expect(container.textContent).toMatch(/^11 · 8 people rated it/);
});

it('shows nothing of an audience that is too small', () => {
  expect(textOf(null)).not.toContain('looking for');
});
