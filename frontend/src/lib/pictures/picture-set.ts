export interface PhotoSource {
  readonly path: string;
  readonly renditions?: readonly { readonly width: number; readonly path: string }[];
  /** A `data:` URI of a few pixels. */
  readonly preview?: string;
}

/** How wide a photo's tile stands in a grid or strip, as in `<img sizes>`. */
export const tileSizes = '(min-width: 900px) 180px, 33vw';

/** The photo's widths to choose from, as in `<img srcset>`. */
export const srcSetOf = ({ renditions }: PhotoSource): string =>
  renditions?.map(({ path, width }) => `${path} ${width}w`).join(', ') ?? '';
