import type { Photo as PhotoRecord, PhotoSection } from '@candid/contracts';
import { type QueryClient, useMutation, useMutationState } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { settled } from '../../../lib/query/use-act';

/** A pending move: the screen already shows the photo in its new section while the server is called. */
interface Placement {
  readonly photo: PhotoRecord;
  readonly to: PhotoSection;
}

/** Applies pending moves to a section's photos, newest first like the server. The last move of a photo counts. */
export function withPlacements(
  photos: PhotoRecord[],
  section: PhotoSection,
  placements: readonly Placement[],
): PhotoRecord[] {
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

const placementKey = ['placement'];

interface Placing extends Placement {
  readonly perform: () => Promise<unknown>;
}

/** The pending moves. A failed move is removed, so its photo appears in its old section again. */
export function usePlacements(): Placement[] {
  return useMutationState({
    filters: { mutationKey: placementKey, status: 'pending' },
    select: ({ state }) => {
      const { photo, to } = state.variables as Placing;
      return { photo, to };
    },
  });
}

/** Resolves once no move is pending. */
export const placementsSettled = (queryClient: QueryClient): Promise<void> =>
  settled(queryClient, { mutationKey: placementKey });

/** Shows a photo in its new section from now until `perform` has finished and the fresh lists have arrived. */
export function usePlace() {
  const underWay = useRef(new Map<string, Promise<unknown>>());
  const { mutateAsync } = useMutation({
    mutationKey: placementKey,
    mutationFn: ({ perform }: Placing) => perform(),
    retry: false,
  });

  return useCallback(
    async <Outcome>({ photo, to }: Placement, perform: () => Promise<Outcome>): Promise<Outcome> => {
      // Moves of one photo must reach the server in order.
      const before = underWay.current.get(photo._id);
      const mine = mutateAsync({
        photo,
        to,
        perform: async () => {
          await before?.catch(() => undefined);
          return perform();
        },
      });
      underWay.current.set(photo._id, mine);
      return (await mine) as Outcome;
    },
    [mutateAsync],
  );
}
