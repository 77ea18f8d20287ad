import { type PushScope, showNotifications } from './push-worker';

showNotifications(globalThis as unknown as PushScope);
