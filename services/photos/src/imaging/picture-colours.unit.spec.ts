import { describe, expect, it } from '@jest/globals';
import { type CodedColours, toSrgb } from './picture-colours.js';

const shown = (numbers: readonly number[], colours: CodedColours, full = 255): number[] => [
  ...toSrgb({ width: 1, height: 1, channels: numbers.length as 3 | 4, data: Uint16Array.from(numbers), full }, colours),
];
const grey = (number: number, colours: CodedColours) => shown([number, number, number], colours)[0];
const [P3, BT2020] = [12, 9];

/** The expected numbers are those that Chromium 156 shows with `--force-color-profile=srgb`. */
describe('colours on a screen are those of Chromium', () => {
  it.each([
    ['Display P3', [200, 100, 50], { primaries: P3, transfer: 13 }, [215, 93, 31]],
    ['Display P3 beyond sRGB', [255, 0, 0], { primaries: P3, transfer: 13 }, [255, 0, 0]],
    ['BT.2020 primaries', [200, 100, 50], { primaries: BT2020, transfer: 1 }, [241, 76, 29]],
    ['BT.601 with 525 lines', [200, 100, 50], { primaries: 6, transfer: 6 }, [196, 102, 49]],
    ['BT.601 with 625 lines', [200, 100, 50], { primaries: 5, transfer: 6 }, [203, 100, 51]],
    ['PQ with primaries of P3', [148, 120, 90], { primaries: P3, transfer: 16 }, [199, 110, 47]],
    ['code points that nobody gave a meaning', [200, 100, 50], { primaries: 3, transfer: 3 }, [200, 100, 50]],
  ])('%s', (_, numbers, colours, expected) => {
    for (const [channel, number] of shown(numbers, colours).entries())
      expect(Math.abs(number - expected[channel]!)).toBeLessThanOrEqual(3);
  });

  it.each([
    ['PQ', 16, { 91: 63, 112: 98, 130: 137, 140: 163, 148: 187, 154: 202, 159: 212, 173: 233, 186: 249, 192: 255 }],
    ['HLG', 18, { 128: 99, 191: 187 }],
    ['linear', 8, { 128: 188 }],
    ['the exponent of BT.470 M', 4, { 128: 129 }],
    ['the exponent of BT.470 B', 5, { 128: 106 }],
    ['BT.709', 1, { 128: 128 }],
  ])('%s', (_, transfer, expected) => {
    for (const [number, screen] of Object.entries(expected))
      expect(Math.abs(grey(Number(number), { primaries: BT2020, transfer })! - screen)).toBeLessThanOrEqual(1);
  });

  it.each([
    [200, { 91: 88, 130: 188, 148: 255 }],
    [400, { 91: 79, 148: 229, 154: 242, 159: 248, 166: 255 }],
    [600, { 148: 212, 159: 234, 166: 243, 178: 255 }],
    [4_000, { 148: 187, 159: 201, 173: 212, 192: 226, 200: 232 }],
  ])('PQ of a picture whose brightest has %i cd/m²', (peakNits, expected) => {
    for (const [number, screen] of Object.entries(expected))
      expect(
        Math.abs(grey(Number(number), { primaries: BT2020, transfer: 16, peakNits })! - screen),
      ).toBeLessThanOrEqual(2);
  });

  it('of a PNG with gAMA and cHRM', () => {
    const chromaticities = [
      [0.68, 0.32],
      [0.265, 0.69],
      [0.15, 0.06],
    ] as const;
    const found = shown([200, 100, 50], { primaries: 2, transfer: 2, exponent: 2.2, chromaticities });
    for (const [channel, number] of [216, 93, 24].entries())
      expect(Math.abs(found[channel]! - number)).toBeLessThanOrEqual(1);
  });
});

describe('HDR on a screen', () => {
  it('keeps the proportions of a bright colour, so that skin keeps its hue', () => {
    const light = ([red, green, blue]: number[]) => [red!, green!, blue!].map((number) => (number / 255) ** 2.2);
    const [red, green, blue] = light(shown([700, 640, 600], { primaries: 1, transfer: 16 }, 1_023)) as [
      number,
      number,
      number,
    ];
    const [dimRed, dimGreen, dimBlue] = light(shown([560, 500, 460], { primaries: 1, transfer: 16 }, 1_023)) as [
      number,
      number,
      number,
    ];
    expect(green / red / (dimGreen / dimRed)).toBeCloseTo(1, 0);
    expect(blue / red).toBeLessThan(green / red);
    expect(dimBlue / dimRed).toBeLessThan(dimGreen / dimRed);
  });

  it('never gets darker where the signal gets brighter', () => {
    for (const transfer of [16, 18]) {
      const data = Uint16Array.from({ length: 3 * 1_024 }, (_, index) => Math.floor(index / 3));
      const picture = { width: 1_024, height: 1, channels: 3, data, full: 1_023 } as const;
      const row = [...toSrgb(picture, { primaries: 9, transfer })].filter((_, index) => index % 3 === 0);
      expect(row).toEqual(row.toSorted((one, other) => one - other));
      expect([row[0], row.at(-1)]).toEqual([0, 255]);
    }
  });
});

it('shows what is transparent as white, in proportion', () => {
  expect(shown([0, 0, 0, 255], { primaries: 1, transfer: 13 })).toEqual([0, 0, 0]);
  expect(shown([0, 0, 0, 0], { primaries: 9, transfer: 16 })).toEqual([255, 255, 255]);
  expect(shown([0, 0, 0, 51], { primaries: 1, transfer: 13 })).toEqual([204, 204, 204]);
});
