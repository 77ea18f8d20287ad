import type { Difference, Outcome } from './comparison.js';
import type { FileFacts } from './file-facts.js';

/** Largest mean CIEDE2000 difference with which two pictures count as equal. */
export const MEAN_MAX = 3;

export interface Row {
  name: string;
  facts: FileFacts;
  outcome: Outcome;
  /** Null if Chromium displays neither the file nor its twin. */
  difference: Difference | null;
  isOfTwin: boolean;
  writer: string;
  meanMax: number | undefined;
}

const HEADER = [
  'picture',
  'format or first brand',
  'depth',
  'colours',
  'turned',
  'parts',
  'made of it',
  'ΔE mean, max',
  'written by',
];

const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

export const tableOf = (rows: readonly Row[]): string =>
  [line(HEADER), `|${' --- |'.repeat(HEADER.length)}`, ...rows.map((row) => line(cellsOf(row)))].join('\n');

const cellsOf = ({ name, facts, outcome, difference, isOfTwin, writer }: Row): string[] => [
  ...[name.trim(), facts.format, facts.depth, facts.colours, facts.turned, facts.parts],
  'refusal' in outcome ? `refused: it ${outcome.refusal}` : `${outcome.width} × ${outcome.height}`,
  difference ? `${difference.mean.toFixed(2)}, ${difference.max.toFixed(1)}${isOfTwin ? ' (AVIF)' : ''}` : '–',
  writer,
];

/** Reduces a table to the columns that must not change. Measured differences and versions depend on browser and encoders. */
export const comparable = (text: string): string =>
  text
    .split('\n')
    .filter((row) => row.startsWith('| '))
    .map((row) => row.split(' | ').slice(0, -2).join(' | '))
    .join('\n');

export const faultsOf = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ name, difference, meanMax = MEAN_MAX }) =>
    difference && difference.mean > meanMax ? [`${name}: a mean difference of ${difference.mean.toFixed(2)}`] : [],
  );

export const pageOf = (rows: readonly Row[], versions: { chromium: string }): string => `# Pictures

What the product makes of a photo's file, by what the file says about itself. \`npm run pictures\` writes this page: it encodes the same
drawing in each way, reads each file as an upload is read, and compares the pixels with what Chromium ${versions.chromium.split('.')[0]} shows for the file.
\`npm run pictures -- --folder DIR\` prints the table for files of your own. \`npm run test:all\` fails if the product takes or refuses
another file than the table says, or if a mean difference is above ${MEAN_MAX}.

- *Colours*: code points of ITU-T H.273 (primaries/transfer/matrix and range in HEIF; \`cICP\` in PNG), or the name of an ICC profile.
- *Turned*: \`irot\` counts quarters counter-clockwise, \`imir\` names the axis, EXIF has its orientation.
- *Made of it*: size of the picture, upright, before it is cropped to 4:5; or the words of the refusal.
- *ΔE*: CIEDE2000 over every seventh pixel, in sRGB. 1 is just visible side by side. Chromium does not show HEIC: there it is
  compared with an AVIF of the same drawing, which is marked. The maximum is mostly an edge with halved colours.
- A JPEG for print with a profile may differ by 4: Chromium shows it darker than the profile's table says.
- No file is from a device. Those that phones and cameras write are imitated: their brands, tiles, profiles and sampling.

[Decision 0102](decisions/0102-pictures-are-read-in-their-own-colours.md) says how colours are converted.

${tableOf(rows)}
`;
