import type { PhotoCrop } from '@candid/contracts';
import type { Size } from './cropping';

/** A chosen file with what of it becomes the photo. The server cuts it. */
export interface CroppedFile {
  readonly file: File;
  readonly crop: PhotoCrop;
  /** Of the upright picture. */
  readonly size: Size;
  /** A `data:` URI for a file that this browser cannot show. */
  readonly preview?: string;
}

/** Adds the files and their crops to an upload, last: a server that streams the form then knows what they are for. */
export function appendFiles(form: FormData, files: readonly CroppedFile[]): void {
  form.set('crops', JSON.stringify(files.map(({ crop }) => crop)));
  for (const { file } of files) form.append('photos', file, file.name);
}
