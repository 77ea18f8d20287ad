import { announcingEffects } from '@candid/event-store';
import type { EntityManager } from '@mikro-orm/postgresql';

/** Each work with an entity manager of its own, in one transaction, flushed before it commits. Announces its effects afterwards. */
export function transactionsOf(em: EntityManager) {
  return <T>(work: (tx: EntityManager) => Promise<T>): Promise<T> =>
    announcingEffects(() =>
      em.fork().transactional(async (tx) => {
        const result = await work(tx);
        await tx.flush();
        return result;
      }),
    );
}
