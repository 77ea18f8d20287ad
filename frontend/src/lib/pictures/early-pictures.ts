import { type PhotoSource, srcSetOf, tileSizes } from './picture-set';

/** As many as a phone shows of a strip. */
const firstCount = 3;
const started: HTMLImageElement[] = [];

/** Starts on the first pictures of a list of photos as soon as the list has come, so that they are there when it is rendered. */
export async function startPictures(list: Promise<Response>): Promise<void> {
  const copy = (await list).clone();
  if (!copy.ok) return;
  const { photos = [] } = (await copy.json()) as { photos?: PhotoSource[] };
  for (const photo of photos.slice(0, firstCount)) {
    const image = new Image();
    image.fetchPriority = 'high';
    image.sizes = tileSizes;
    image.srcset = srcSetOf(photo);
    image.src = photo.path;
    // Held, or the browser might drop it before it is shown.
    started.push(image);
  }
}
