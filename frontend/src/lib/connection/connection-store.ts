import { useSyncExternalStore } from 'react';
import { newStore } from '../store/store';

/** `offline`: the device has no network. `unreachable`: the device has a network, but Candid does not answer. */
type Connection = 'online' | 'offline' | 'unreachable';

const probeAgainMinMs = 2_000;
const probeAgainMaxMs = 15_000;

const { current, set, subscribe } = newStore<Connection>(globalThis.navigator?.onLine === false ? 'offline' : 'online');
let probing: Promise<boolean> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function publish(next: Connection): void {
  if (next !== current()) set(next);
}

/** The service worker ignores HEAD requests, so only the network answers. Status 502 or more is no answer of Candid. */
async function probe(): Promise<boolean> {
  const answered = await fetch('/manifest.webmanifest', { method: 'HEAD', cache: 'no-store' }).then(
    (response) => response.status < 502,
    () => false,
  );
  if (answered) publish('online');
  else publish(navigator.onLine ? 'unreachable' : 'offline');
  return answered;
}

function keepProbing(waitMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    if (current() !== 'online' && !(await connectionStore.check())) keepProbing(Math.min(waitMs * 2, probeAgainMaxMs));
  }, waitMs);
}

export const connectionStore = {
  current,
  subscribe,

  check(): Promise<boolean> {
    probing ??= probe().finally(() => {
      probing = null;
    });
    return probing;
  },

  /** Call it when a request got no answer. One failed request proves nothing, so this call checks the connection. */
  async unanswered(): Promise<void> {
    if (current() === 'online' && !(await connectionStore.check())) keepProbing(probeAgainMinMs);
  },
};

globalThis.addEventListener?.('offline', () => {
  publish('offline');
  keepProbing(probeAgainMaxMs);
});
globalThis.addEventListener?.('online', async () => {
  if (!(await connectionStore.check())) keepProbing(probeAgainMinMs);
});
if (current() !== 'online') keepProbing(probeAgainMaxMs);

export const useConnection = (): Connection => useSyncExternalStore(subscribe, current);
