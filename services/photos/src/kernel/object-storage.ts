import { PLATFORM, type Platform } from '@candid/platform';
import { createObjectStorage, type ObjectStorageConfig } from '@candid/platform/object-storage';
import type { Provider } from '@nestjs/common';

export const OBJECT_STORAGE = Symbol('ObjectStorage');

/** If the storage is unreachable, the process starts but is not ready. */
export function provideObjectStorage(config: ObjectStorageConfig): Provider {
  return {
    provide: OBJECT_STORAGE,
    useFactory: async (platform: Platform) => {
      const storage = await createObjectStorage(config);
      await storage.check().catch((error: unknown) => platform.logger.warn({ err: error }, 'object storage is away'));
      platform.operations.addReadinessCheck('object storage', () => storage.check());
      return storage;
    },
    inject: [PLATFORM],
  };
}
