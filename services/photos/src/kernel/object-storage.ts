import { PLATFORM, type Platform } from '@candid/platform';
import { createObjectStorage, type ObjectStorageConfig } from '@candid/platform/object-storage';
import type { Provider } from '@nestjs/common';

export const OBJECT_STORAGE = Symbol('ObjectStorage');

/** An unreachable storage makes the process not ready, but does not prevent its start. */
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
