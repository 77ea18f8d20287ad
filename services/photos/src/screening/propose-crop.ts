import type { FaceBox } from './face-boxes.js';

/** In fractions of the picture. */
export interface Crop {
  left: number;
  top: number;
  width: number;
  height: number;
}

const WIDTH_PER_HEIGHT = 4 / 5;
/** The crop is so many faces high: head, shoulders and some room. */
const FACES_HIGH = 4.5;
/** A smaller part of the largest 4:5 crop would have too few pixels. */
const SHARE_MIN = 0.5;
/** The face's middle lies here, from the top of the crop. */
const FACE_FROM_TOP = 0.42;

/** A 4:5 part of the picture with the face in the middle of its upper half, as large as the picture allows and the face asks for. */
export function proposeCrop(size: { width: number; height: number }, face: FaceBox): Crop {
  const { width, height } = size;
  const faceHeight = Math.max((face.bottom - face.top) * height, (face.right - face.left) * width);
  const highest = Math.min(height, width / WIDTH_PER_HEIGHT);
  const high = Math.min(highest, Math.max(FACES_HIGH * faceHeight, SHARE_MIN * highest));
  const wide = high * WIDTH_PER_HEIGHT;
  const left = within(((face.left + face.right) / 2) * width - wide / 2, width - wide);
  const top = within(((face.top + face.bottom) / 2) * height - FACE_FROM_TOP * high, height - high);
  return { left: left / width, top: top / height, width: wide / width, height: high / height };
}

const within = (value: number, most: number): number => Math.max(0, Math.min(most, value));
