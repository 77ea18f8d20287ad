export interface Size {
  width: number;
  height: number;
}

export interface Area extends Size {
  left: number;
  top: number;
}

/** Widths in pixels, largest first. This file must not import the image library. */
export const RENDITION_WIDTHS = [1080, 540, 270] as const;

export const renditionHeight = (width: number): number => Math.floor((width * 5) / 4);
