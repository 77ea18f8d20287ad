import { Photos } from './20261121000000-photos.js';
import { UploadsByOwner } from './20261122020000-uploads-by-owner.js';

/** In the order in which they are applied. */
export const migrations = [Photos, UploadsByOwner];
