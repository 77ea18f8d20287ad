import type { AssessedPhoto, StoredPhoto } from '@candid/contracts';
import { signMediaPath } from '@candid/platform/object-storage';

/** The slot decides for how long a link shows something: this is only the time after which it is not looked up any more. */
const linkMs = 24 * 3_600_000;
const key = /^slots\/([0-9a-f-]{36})\/([0-9a-f-]{36})\/(\d{1,5})\.webp$/;

/** Which picture an assessor's link shows. */
export interface SlotPicture {
  openingId: string;
  /** As the assessor knows it. */
  photoId: string;
  width: number;
}

/** The same links for the same opening, renewed or not, so that a browser shows what it has. */
export class SlotLinks {
  constructor(
    private readonly secret: string,
    private readonly openingId: string,
    private readonly now: Date,
  ) {}

  /** `photo` with the pictures of `stored`, to be seen while the slot is live. */
  pictured(photo: AssessedPhoto, stored: Pick<StoredPhoto, 'renditions' | 'preview'>): AssessedPhoto {
    const day = Math.floor(this.now.getTime() / linkMs);
    const expiresAt = new Date((day + 2) * linkMs);
    const renditions = stored.renditions.map(({ width }) => ({
      width,
      path: `/api${signMediaPath(this.secret, `slots/${this.openingId}/${photo._id}/${width}.webp`, expiresAt)}`,
    }));
    const largest = renditions.reduce((one, other) => (other.width > one.width ? other : one));
    return { ...photo, path: largest.path, renditions, preview: stored.preview };
  }
}

/** Undefined for every other object. */
export function slotPictureOf(objectKey: string): SlotPicture | undefined {
  const match = key.exec(objectKey);
  if (!match) return undefined;
  const [, openingId, photoId, width] = match as unknown as [string, string, string, string];
  return { openingId, photoId, width: Number(width) };
}
