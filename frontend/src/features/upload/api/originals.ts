import { type Photo, type PhotoCrop, photosRoutes } from '@candid/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/call';
import { StableKeys } from '../../../lib/api/idempotency';
import { queryKeys } from '../../../lib/query/keys';
import { decodedPreview } from '../crop-picture';

/** The picture that an own photo was cropped from. Refused with NOT_FOUND once it is no longer kept. */
export function useOriginal(photoId: string) {
  return useQuery({
    queryKey: queryKeys.original(photoId),
    queryFn: async ({ signal }) =>
      decodedPreview(await call(photosRoutes.getOriginal, { params: { photoId }, signal })),
    // An image element is nothing to keep beyond the dialog.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Replaces a photo that nobody has assessed by another crop of its original. */
export function useCropAgain(photoId: string, onDone: (photo: Photo) => void) {
  const [keys] = useState(() => new StableKeys());
  return useMutation({
    mutationFn: (crop: PhotoCrop) =>
      call(photosRoutes.cropAgain, {
        params: { photoId },
        body: { crop },
        idempotencyKey: keys.of(JSON.stringify(crop)),
      }),
    onSuccess: ({ photo }) => onDone(photo),
  });
}
