import { type PushKind, pushRoutes } from '@candid/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call';
import { hasCode } from '../../lib/api/errors';
import { useAction } from '../../lib/query/use-act';
import { useUserId } from '../../lib/session/use-session';
import { remembered } from '../../lib/storage/remembered';

export interface PushState {
  /** `impossible`: this browser cannot get notifications. `blocked`: the person has forbidden them. */
  readonly status: 'impossible' | 'blocked' | 'off' | 'on';
  readonly kinds: readonly PushKind[];
  readonly id?: string;
}

/** True if the person wants no notifications in this browser. The waiting screen then does not ask again. */
export const pushDeclined = remembered<true>('pushDeclined');

/** The kinds that this browser gets for the person; `session-store.ts` removes them at the end of the session. */
const pushKinds = remembered<readonly PushKind[]>('pushKinds');

export const allKinds: readonly PushKind[] = ['progress', 'results'];

/** The first visit registers the service worker a moment after the page is there. */
const registeredWithinMs = 5_000;

async function pushManager(): Promise<PushManager | undefined> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return undefined;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, registeredWithinMs));
  return (await Promise.race([navigator.serviceWorker.ready, late]))?.pushManager;
}

async function presentState(): Promise<PushState> {
  const manager = await pushManager();
  if (!manager) return { status: 'impossible', kinds: [] };
  if (Notification.permission === 'denied') return { status: 'blocked', kinds: [] };
  const endpoint = (await manager.getSubscription())?.endpoint;
  // There is nothing to ask the server if the browser has no subscription.
  const known = endpoint === undefined ? [] : (await call(pushRoutes.getPushState, {})).subscriptions;
  const own = known.find((subscription) => subscription.endpoint === endpoint);
  return own ? { status: 'on', kinds: own.kinds, id: own.id } : { status: 'off', kinds: [] };
}

/**
 * Renews a subscription that the browser or the push service has ended. The service worker, which learns of it first,
 * cannot: it has no session.
 */
async function readState(userId: string): Promise<PushState> {
  const state = await presentState();
  const wanted = pushKinds.of(userId) ?? [];
  if (state.status !== 'off' || wanted.length === 0 || Notification.permission !== 'granted') return state;
  return subscribe(wanted, false).then(presentState, () => state);
}

/** Asks the browser for permission if need be. A subscription that the server does not know is replaced. */
async function subscribe(kinds: readonly PushKind[], isKnown: boolean): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  const manager = await pushManager();
  const present = await manager?.getSubscription();
  if (present && !isKnown) await present.unsubscribe();
  const { publicKey } = await call(pushRoutes.getPushState, {});
  const made = await manager?.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  if (!made) return;
  const subscription = made.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } };
  await call(pushRoutes.subscribeToPush, { body: { subscription, kinds: [...kinds] } });
}

async function unsubscribe(id: string | undefined): Promise<void> {
  await (await (await pushManager())?.getSubscription())?.unsubscribe();
  if (id === undefined) return;
  await call(pushRoutes.unsubscribeFromPush, { params: { id } }).catch((error: unknown) => {
    if (!hasCode(error, 'NOT_FOUND')) throw error;
  });
}

/** Notifications of this browser, and the action that chooses their kinds. Call it in the handler of a press. */
export function usePush() {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const queryKey = ['push', userId];
  const query = useQuery({ queryKey, queryFn: () => readState(userId), staleTime: 0 });
  const choosing = useAction(async (kinds: readonly PushKind[]) => {
    const known = query.data;
    // If the change fails halfway, nothing may turn notifications on again.
    pushKinds.set(userId, []);
    try {
      await (kinds.length > 0 ? subscribe(kinds, known?.status === 'on') : unsubscribe(known?.id));
    } finally {
      const state = await presentState();
      pushKinds.set(userId, state.kinds);
      queryClient.setQueryData(queryKey, state);
    }
    // A failure is no answer of the person, so the waiting screen asks again.
    if (queryClient.getQueryData<PushState>(queryKey)?.status !== 'on') pushDeclined.set(userId, true);
  });
  return { state: query.data, query, ...choosing };
}
