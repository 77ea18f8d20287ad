export { createObjectStorage, type ObjectStorageConfig, objectStorageSettings } from './create-object-storage.js';
export type { ObjectStorage } from './object-storage.js';
export { mediaExpiry, signMediaPath, verifyMediaPath } from './signed-media.js';
