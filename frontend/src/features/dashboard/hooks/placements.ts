import type { Photo, PhotoSection } from '@candid/contracts';

/** A photo on its way: it is shown where it goes, while the server is still being told. */
export interface Placement {
  readonly photo: Photo;
  readonly to: PhotoSection;
}

/**
 * What stands in a section once all that is on its way has arrived, newest photo first as the server has it. A photo that is
 * moved again before the first move has arrived goes where the last one leads.
 */
export function withPlacements(photos: Photo[], section: PhotoSection, placements: readonly Placement[]): Photo[] {
  if (placements.length === 0) return photos;
  const last = new Map(placements.map((placement) => [placement.photo._id, placement]));
  const staying = photos.filter(({ _id }) => (last.get(_id)?.to ?? section) === section);
  const here = new Set(staying.map(({ _id }) => _id));
  const arriving = [...last.values()]
    .filter(({ photo, to }) => to === section && !here.has(photo._id))
    .map(({ photo }) => ({ ...photo, section }));
  if (arriving.length === 0) return staying;
  return [...staying, ...arriving].sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}
