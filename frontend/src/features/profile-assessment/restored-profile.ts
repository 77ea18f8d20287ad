import type { Photo } from '@candid/contracts';

type Placed = Pick<Photo, '_id' | 'section' | 'placeholder'>;

/** Moves that put the photos of an earlier profile back into the planner, or the reason why they are impossible. */
type RestoredProfile<Of extends Placed> =
  | { readonly joining: readonly Of[]; readonly leaving: readonly Of[] }
  | { readonly obstacle: 'gone' | 'assessed' };

/** @param photos all photos of the person */
export function restoredProfile<Of extends Placed>(
  photoIds: readonly string[],
  photos: readonly Of[],
): RestoredProfile<Of> {
  const wanted = photoIds.flatMap((photoId) => photos.find(({ _id }) => _id === photoId) ?? []);
  if (wanted.length < photoIds.length) return { obstacle: 'gone' };
  const leaving = photos.filter((photo) => isPlanned(photo) && !photoIds.includes(photo._id));
  const joining = wanted.filter((photo) => !isPlanned(photo));
  if ([...leaving, ...joining].some(({ section }) => section === 'testing')) return { obstacle: 'assessed' };
  return { joining, leaving };
}

/** A photo under its own assessment returns to the planner afterwards. */
const isPlanned = ({ section, placeholder }: Placed): boolean =>
  section === 'profile' || (section === 'testing' && placeholder === 'profile');
