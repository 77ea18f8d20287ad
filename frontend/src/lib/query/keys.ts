import { photosRoutes } from '@candid/contracts';
import { keyOf } from './use-read';

export const queryKeys = { photos: () => keyOf(photosRoutes.listPhotos) };
