import { columnsOf, type RatingColumns } from '@candid/scores';
import type { Random } from '@candid/testing/random';

/** All ratings on the 1–20 scale, with a row per assessor and a column per photo; NaN where there is no rating. */
export interface RatingMatrix {
  rows: number[][];
  photoCount: number;
  /** Sex and preference of each assessor, such as `female, men`; undefined if the table has none. */
  groups: (string | undefined)[];
}

/**
 * Reads a table with a row per assessor and a column per photo, named by a capital X and digits. The columns
 * `rater_sex` and `rater_sexpref` state the assessor's group; other columns are ignored. The table's scale has `levels`
 * steps, which are mapped to 1–20.
 * @throws Error if there is no column of a photo, or if a rating is not on the scale
 */
export function parseRatingMatrix(csv: string, levels: number): RatingMatrix {
  const [header = '', ...lines] = csv.trim().split(/\r?\n/);
  const names = header.split(',').map((name) => name.trim());
  const columns = names.flatMap((name, index) => (/^X\d+$/.test(name) ? [index] : []));
  if (columns.length === 0) throw new Error('the table has no column named X and a number');
  const rows = lines.map((line, row) => {
    const cells = line.split(',');
    return columns.map((column) => scoreOf(cells[column]?.trim() ?? '', levels, row + 2));
  });
  const groups = lines.map((line) => {
    const cells = line.split(',');
    const [sex, preference] = groupColumns.map((name) => cells[names.indexOf(name)]?.trim());
    return sex && preference ? `${sex}, ${preference}` : undefined;
  });
  return { rows, photoCount: columns.length, groups };
}

const groupColumns = ['rater_sex', 'rater_sexpref'] as const;

function scoreOf(cell: string, levels: number, line: number): number {
  if (cell === '' || cell === 'NA') return Number.NaN;
  const value = Number(cell);
  if (!(value >= 1 && value <= levels)) throw new Error(`line ${line}: ${cell} is not between 1 and ${levels}`);
  return 1 + ((value - 1) * 19) / (levels - 1);
}

/** Returns each photo's true score: the mean of all its ratings. */
export function trueScores({ rows, photoCount }: Pick<RatingMatrix, 'rows' | 'photoCount'>): number[] {
  return Array.from({ length: photoCount }, (_, photo) => {
    const scores = rows.map((row) => row[photo]!).filter((score) => !Number.isNaN(score));
    return scores.reduce((sum, score) => sum + score, 0) / scores.length;
  });
}

export interface Design {
  assessorsPerPhoto: number;
  photosPerAssessor: number;
}

/** Draws ratings as the product collects them: few assessors rate few photos each, and every photo equally often. */
export function drawRatings(
  matrix: RatingMatrix,
  { assessorsPerPhoto, photosPerAssessor }: Design,
  random: Random,
): RatingColumns {
  const { rows, photoCount } = matrix;
  const assessorCount = assessorCountOf(photoCount, { assessorsPerPhoto, photosPerAssessor });
  const chosen = random.shuffled(rows).slice(0, assessorCount);
  return ratingsOf(chosen, photoCount, { assessorsPerPhoto, photosPerAssessor }, random);
}

export const assessorCountOf = (photoCount: number, { assessorsPerPhoto, photosPerAssessor }: Design): number =>
  Math.ceil((photoCount * assessorsPerPhoto) / photosPerAssessor);

/** Returns the ratings of the chosen rows. Assessors are numbered in the order of the rows. */
export function ratingsOf(
  chosen: readonly (readonly number[])[],
  photoCount: number,
  { assessorsPerPhoto, photosPerAssessor }: Design,
  random: Random,
): RatingColumns {
  const wanted = Array.from({ length: photoCount }, () => assessorsPerPhoto);
  const all = Array.from({ length: photoCount }, (_, photo) => photo);
  const drawn = chosen.flatMap((row, assessor) =>
    random
      .shuffled(all)
      .filter((photo) => wanted[photo]! > 0 && !Number.isNaN(row[photo]!))
      .sort((one, other) => wanted[other]! - wanted[one]!)
      .slice(0, photosPerAssessor)
      .map((photo) => {
        wanted[photo]! -= 1;
        return { assessor, photo, score: row[photo]! };
      }),
  );
  return columnsOf(drawn, { photoCount, assessorCount: chosen.length });
}
