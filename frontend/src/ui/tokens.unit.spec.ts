import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const source = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

function colourOf(name: string, scheme: 'light' | 'dark'): string {
  const pair = new RegExp(`--color-${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(source);
  const colour = pair?.[scheme === 'light' ? 1 : 2];
  if (!colour) throw new Error(`No token --color-${name}`);
  return colour;
}

/** Relative luminance and contrast ratio as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['ground', 'surface', 'tone', 'tone-strong'];
const texts: [string, string][] = [
  ...['ink', 'ink-soft'].flatMap((ink) => grounds.map((ground): [string, string] => [ink, ground])),
  ...['ground', 'surface', 'tone'].flatMap((ground): [string, string][] => [
    ['ink-faint', ground],
    ['accent-ink', ground],
    ['danger', ground],
    ['success', ground],
  ]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-press'],
  ['accent-ink', 'accent-soft'],
  ['ink', 'accent-soft'],
  ['on-danger', 'danger-fill'],
  ['danger', 'danger-soft'],
  ['ink', 'danger-soft'],
  ['success', 'success-soft'],
  ['on-moderation', 'moderation'],
  ['ink', 'success-soft'],
  ...[1, 2, 3, 4].map((band): [string, string] => [`on-band-${band}`, `band-${band}`]),
];
const shapes: [string, string][] = ['ground', 'surface'].flatMap((ground): [string, string][] => [
  ['accent', ground],
  ['line-strong', ground],
]);

describe.each(['light', 'dark'] as const)('the %s scheme', (scheme) => {
  it.each(texts)('reads %s on %s at 4.5 or better', (text, ground) => {
    expect(contrast(colourOf(text, scheme), colourOf(ground, scheme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(shapes)('tells %s from %s at 3 or better', (shape, ground) => {
    expect(contrast(colourOf(shape, scheme), colourOf(ground, scheme))).toBeGreaterThanOrEqual(3);
  });

  it('has score bands that grow lighter', () => {
    const bands = [1, 2, 3, 4].map((band) => luminance(colourOf(`band-${band}`, scheme)));
    expect(bands).toEqual([...bands].sort((a, b) => a - b));
  });
});

it.each([
  ['surface', 'ground'],
  ['tone', 'surface'],
])('tells %s from %s by tone alone in the dark', (upper, lower) => {
  expect(contrast(colourOf(upper, 'dark'), colourOf(lower, 'dark'))).toBeGreaterThanOrEqual(1.15);
});
