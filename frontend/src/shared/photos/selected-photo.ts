import type { Photo } from '@candid/contracts';
import type { CroppedFile } from './cropping';

/** A photo chosen for an assessment: a cropped file that is still on this device, or an uploaded photo. */
export type SelectedPhoto =
  | { readonly kind: 'file'; readonly id: string; readonly cropped: CroppedFile }
  | { readonly kind: 'photo'; readonly id: string; readonly photo: Photo };

export type NewPhoto = Extract<SelectedPhoto, { kind: 'file' }>;

let filesSelected = 0;

export function fromFile(cropped: CroppedFile): NewPhoto {
  filesSelected += 1;
  return { kind: 'file', id: `file ${filesSelected}`, cropped };
}

export const fromPhoto = (photo: Photo): SelectedPhoto => ({ kind: 'photo', id: photo._id, photo });

export function addToSelection(
  selection: readonly SelectedPhoto[],
  added: readonly SelectedPhoto[],
  limit: number,
): SelectedPhoto[] {
  const known = new Set(selection.map(({ id }) => id));
  return [...selection, ...added.filter(({ id }) => !known.has(id))].slice(0, limit);
}
