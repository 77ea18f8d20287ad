export {
  createObjectStorage,
  createPresignedLinks,
  type ObjectStorageConfig,
  objectStorageSettings,
} from './create-object-storage.js';
export { type ObjectStorage, StorageFailedError } from './object-storage.js';
export type { PresignedLinks } from './presigned-links.js';
export { mediaExpiry, signMediaPath, verifyMediaPath } from './signed-media.js';
