import { newStore } from '../../lib/store/store';

/** Activates the waiting version and reloads the page. Null if no version waits or the person has postponed it. */
type Update = (() => void | Promise<void>) | null;

export const updateStore = newStore<Update>(null);
