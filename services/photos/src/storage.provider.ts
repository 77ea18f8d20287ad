import { PLATFORM, type Platform } from '@candid/platform';
import { createObjectStorage, type ObjectStorageConfig } from '@candid/platform/object-storage';
import type { Provider } from '@nestjs/common';
import { OBJECT_STORAGE } from './application/object-storage.token.js';

export function provideObjectStorage(config: ObjectStorageConfig): Provider {
  return {
    provide: OBJECT_STORAGE,
    useFactory: async (platform: Platform) => {
      const storage = await createObjectStorage(config);
      await storage.check();
      platform.operations.addReadinessCheck('object storage', () => storage.check());
      return storage;
    },
    inject: [PLATFORM],
  };
}
