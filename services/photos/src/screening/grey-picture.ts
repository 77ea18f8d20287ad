/** Brightness of a photo, scaled to one size because all photos are 4:5. Rows of WIDTH values from 0 to 255. */
export type GreyPicture = Float32Array;

export const WIDTH = 216;
export const HEIGHT = 270;

/**
 * Approximates a Gaussian blur by three box blurs. Their sizes follow from `sigma`, the standard deviation in pixels.
 */
export function blurred(picture: GreyPicture, sigma: number): GreyPicture {
  const passes = 3;
  const ideal = Math.sqrt((12 * sigma * sigma) / passes + 1);
  const odd = Math.floor(ideal) - (Math.floor(ideal) % 2 === 0 ? 1 : 0);
  const variance = 12 * sigma * sigma - passes * odd * odd - 4 * passes * odd - 3 * passes;
  const smaller = Math.round(variance / (-4 * odd - 4));
  let result = picture;
  for (let pass = 0; pass < passes; pass += 1) result = mean(result, ((pass < smaller ? odd : odd + 2) - 1) / 2);
  return result;
}

function mean(picture: GreyPicture, radius: number): GreyPicture {
  const rows = new Float32Array(picture.length);
  const result = new Float32Array(picture.length);
  for (let y = 0; y < HEIGHT; y += 1) meanOfLine(picture, rows, { start: y * WIDTH, step: 1, length: WIDTH, radius });
  for (let x = 0; x < WIDTH; x += 1) meanOfLine(rows, result, { start: x, step: WIDTH, length: HEIGHT, radius });
  return result;
}

/** Box blur of one line. Indices beyond an end read the value at that end. */
function meanOfLine(
  from: GreyPicture,
  to: GreyPicture,
  { start, step, length, radius }: { start: number; step: number; length: number; radius: number },
): void {
  const last = length - 1;
  const at = (index: number): number => from[start + within(index, last) * step]!;
  let sum = 0;
  for (let index = -radius; index <= radius; index += 1) sum += at(index);
  for (let index = 0; index < length; index += 1) {
    to[start + index * step] = sum / (2 * radius + 1);
    sum += at(index + radius + 1) - at(index - radius);
  }
}

/** Bilinear interpolation between four pixels. Coordinates are clamped to the picture. */
export function brightnessAt(picture: GreyPicture, x: number, y: number): number {
  const insideX = within(x, WIDTH - 1.001);
  const insideY = within(y, HEIGHT - 1.001);
  const left = insideX | 0;
  const top = insideY | 0;
  const right = insideX - left;
  const below = insideY - top;
  const at = top * WIDTH + left;
  const above = picture[at]! * (1 - right) + picture[at + 1]! * right;
  const under = picture[at + WIDTH]! * (1 - right) + picture[at + WIDTH + 1]! * right;
  return above * (1 - below) + under * below;
}

/** Clamps to [0, most]. Uses plain comparisons for speed, because it runs many times per pixel. */
function within(value: number, most: number): number {
  if (value < 0) return 0;
  if (value > most) return most;
  return value;
}
