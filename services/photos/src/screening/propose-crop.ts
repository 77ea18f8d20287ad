import type { FaceBox } from './face-boxes.js';

/** Part of a picture, in fractions of the picture. */
export interface Crop {
  left: number;
  top: number;
  width: number;
  height: number;
}

const WIDTH_PER_HEIGHT = 4 / 5;
/** Height of the crop in face heights: head, shoulders and some room. */
const FACES_HIGH = 4.5;
/** Smallest height, as a share of the largest 4:5 crop's: a smaller crop would have too few pixels. */
const SHARE_MIN = 0.5;
/** Distance of the face's centre from the top, as a share of the crop's height. */
const FACE_FROM_TOP = 0.42;
/** Height of forehead and hair above the box of a face, and room below its chin, in face heights. */
const ABOVE_FACE = 0.45;
const BELOW_FACE = 0.05;

/**
 * Proposes a 4:5 crop with the face slightly above its centre. Its size follows the face, within the picture's limits.
 * A crop that is small for its face has the whole head if it fits, and otherwise the chin.
 */
export function proposeCrop(size: { width: number; height: number }, face: FaceBox): Crop {
  const { width, height } = size;
  const faceHeight = Math.max((face.bottom - face.top) * height, (face.right - face.left) * width);
  const highest = Math.min(height, width / WIDTH_PER_HEIGHT);
  const high = Math.min(highest, Math.max(FACES_HIGH * faceHeight, SHARE_MIN * highest));
  const wide = high * WIDTH_PER_HEIGHT;
  const left = within(((face.left + face.right) / 2) * width - wide / 2, width - wide);
  const middle = ((face.top + face.bottom) / 2) * height;
  const [head, chin] = [face.top * height - ABOVE_FACE * faceHeight, face.bottom * height + BELOW_FACE * faceHeight];
  const top = within(Math.max(Math.min(middle - FACE_FROM_TOP * high, head), chin - high), height - high);
  return { left: left / width, top: top / height, width: wide / width, height: high / height };
}

const within = (value: number, most: number): number => Math.max(0, Math.min(most, value));
