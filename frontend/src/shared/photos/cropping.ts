import type { PhotoCrop } from '@candid/contracts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the size of the smallest upright rectangle around a rectangle turned by `degrees`. */
export function boundsOf({ width, height }: Size, degrees: number): Size {
  const [cos, sin] = [Math.abs(Math.cos(radians(degrees))), Math.abs(Math.sin(radians(degrees)))];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}

/** Rotates a point clockwise about the origin; y points downwards. */
export function rotated({ x, y }: Point, degrees: number): Point {
  const [cos, sin] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** Returns the picture's centre in the crop and the picture's width, as shares of the crop's sides. */
export function placeInCrop(crop: PhotoCrop, picture: Size): { left: number; top: number; width: number } {
  const bounds = boundsOf(picture, crop.turn + crop.tilt);
  return {
    left: (0.5 - crop.left) / crop.width,
    top: (0.5 - crop.top) / crop.height,
    width: picture.width / (crop.width * bounds.width),
  };
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** A chosen file and the part of its picture that becomes the photo. The server crops the picture. */
export interface CroppedFile {
  readonly file: File;
  readonly crop: PhotoCrop;
  /** Size of the upright picture in pixels. */
  readonly size: Size;
  /** A `data:` URI for a file that this browser cannot show. */
  readonly preview?: string;
}

/** Files come last, so that a server that streams the form knows the crops before the files. */
export function appendFiles(form: FormData, files: readonly CroppedFile[]): void {
  form.set('crops', JSON.stringify(files.map(({ crop }) => crop)));
  for (const { file } of files) form.append('photos', file, file.name);
}
