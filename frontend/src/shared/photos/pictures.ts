export interface PhotoSource {
  readonly path: string;
  readonly renditions?: readonly { readonly width: number; readonly path: string }[];
  /** A `data:` URI of a few pixels. */
  readonly preview?: string;
}

/** Display width of a photo's tile in a grid or strip, as in `<img sizes>`. */
export const tileSizes = '(min-width: 900px) 180px, 33vw';

export const srcSetOf = ({ renditions }: PhotoSource): string =>
  renditions?.map(({ path, width }) => `${path} ${width}w`).join(', ') ?? '';

/** Number of a strip's photos that a phone shows at once. */
const firstCount = 3;

export async function startPictures(list: Promise<Response>): Promise<void> {
  const copy = (await list).clone();
  if (!copy.ok) return;
  const { photos = [] } = (await copy.json()) as { photos?: PhotoSource[] };
  for (const photo of photos.slice(0, firstCount)) {
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'image';
    link.fetchPriority = 'high';
    link.imageSizes = tileSizes;
    link.imageSrcset = srcSetOf(photo);
    link.href = photo.path;
    document.head.append(link);
  }
}
