import type { Photo as PhotoRecord, PhotoSection } from '@candid/contracts';
import { type QueryClient, useMutation, useMutationState } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/** A photo on its way: it is shown where it goes, while the server is still being told. */
interface Placement {
  readonly photo: PhotoRecord;
  readonly to: PhotoSection;
}

/**
 * What stands in a section once all that is on its way has arrived, newest photo first as the server has it. A photo that is
 * moved again before the first move has arrived goes where the last one leads.
 */
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

/** The photos that are on their way now; one that could not be moved is no longer among them and so back where it was. */
export function usePlacements(): Placement[] {
  return useMutationState({
    filters: { mutationKey: placementKey, status: 'pending' },
    select: ({ state }) => {
      const { photo, to } = state.variables as Placing;
      return { photo, to };
    },
  });
}

/** Once every photo that is on its way has arrived, or is back where it was. */
export function placementsSettled(queryClient: QueryClient): Promise<void> {
  const mutations = queryClient.getMutationCache();
  const underWay = () => mutations.findAll({ mutationKey: placementKey, status: 'pending' }).length > 0;
  return new Promise((resolve) => {
    const look = () => {
      if (underWay()) return;
      stop();
      resolve();
    };
    const stop = mutations.subscribe(look);
    look();
  });
}

/** Shows a photo in its new place at once and keeps it there until `perform` and the fresh lists have arrived. */
export function usePlace() {
  const underWay = useRef(new Map<string, Promise<unknown>>());
  const { mutateAsync } = useMutation({
    mutationKey: placementKey,
    mutationFn: ({ perform }: Placing) => perform(),
    retry: false,
  });

  return useCallback(
    async <Outcome>({ photo, to }: Placement, perform: () => Promise<Outcome>): Promise<Outcome> => {
      // Moves of one photo reach the server in the order they were made in.
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
