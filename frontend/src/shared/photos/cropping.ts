import type { PhotoCrop } from '@candid/contracts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The smallest upright rectangle around a turned one. */
export function boundsOf({ width, height }: Size, degrees: number): Size {
  const [cos, sin] = [Math.abs(Math.cos(radians(degrees))), Math.abs(Math.sin(radians(degrees)))];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}

/** Clockwise, where y points downwards. */
export function rotated({ x, y }: Point, degrees: number): Point {
  const [cos, sin] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** Where the picture's centre lies in the crop and how wide the picture is, as shares of the crop's sides. */
export function placeInCrop(crop: PhotoCrop, picture: Size): { left: number; top: number; width: number } {
  const bounds = boundsOf(picture, crop.turn + crop.tilt);
  return {
    left: (0.5 - crop.left) / crop.width,
    top: (0.5 - crop.top) / crop.height,
    width: picture.width / (crop.width * bounds.width),
  };
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
