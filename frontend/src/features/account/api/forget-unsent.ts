import { deviceStorage } from '../../../lib/outbox/outbox-storage';

/** What a person submitted on this device and was never sent: nobody is left to send it for. */
export async function forgetUnsent(userId: string): Promise<void> {
  const storage = deviceStorage();
  const own = (await storage.all()).filter((entry) => entry.userId === userId);
  await Promise.all(own.map((entry) => storage.remove(entry.idempotencyKey)));
}
