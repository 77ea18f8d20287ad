import type { Photo } from '@candid/contracts';
import { usePhotos } from '../../../features/dashboard/api/photos';

/** The photos of the planner and those under assessment, which may belong there. */
export function usePlacedPhotos(): Photo[] {
  return [...(usePhotos('profile').data ?? []), ...(usePhotos('testing').data ?? [])];
}
