import type { Photo } from '@candid/contracts';

/** A photo chosen for an assessment: freshly cropped and still on this device, or one of the person's own. */
export type SelectedPhoto =
  | { readonly kind: 'file'; readonly id: string; readonly path: string; readonly file: File }
  | { readonly kind: 'photo'; readonly id: string; readonly path: string; readonly photo: Photo };

export function fromFile(file: File): SelectedPhoto {
  const path = URL.createObjectURL(file);
  return { kind: 'file', id: path, path, file };
}

export function fromPhoto(photo: Photo): SelectedPhoto {
  return { kind: 'photo', id: photo._id, path: photo.path, photo };
}

/** Frees what `fromFile` has taken; the photo cannot be shown after that. */
export function release(photo: SelectedPhoto): void {
  if (photo.kind === 'file') URL.revokeObjectURL(photo.path);
}

/** The selection with these added: nothing twice, and what is beyond the limit is dropped. */
export function addToSelection(
  selection: readonly SelectedPhoto[],
  added: readonly SelectedPhoto[],
  limit: number,
): SelectedPhoto[] {
  const known = new Set(selection.flatMap(({ id, path }) => [id, path]));
  const fresh = added.filter(({ id, path }) => !known.has(id) && !known.has(path));
  return [...selection, ...fresh].slice(0, limit);
}
