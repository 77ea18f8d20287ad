export { createObjectStorage, type ObjectStorageConfig, objectStorageSettings } from './create-object-storage.js';
export { FolderObjectStorage } from './folder-object-storage.js';
export {
  InvalidObjectKeyError,
  type ObjectStorage,
  type ObjectSummary,
  type StoredObject,
} from './object-storage.js';
export { MEDIA_PREFIX, mediaExpiry, signMediaPath, verifyMediaPath } from './signed-media.js';
