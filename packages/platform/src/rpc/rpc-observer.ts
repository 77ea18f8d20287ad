import { PerPart } from '@candid/event-store';

/** Told of every answered request, so that metrics need not wrap each handler. */
export interface RpcObserver {
  start(subject: string): (outcome: string) => void;
}

const silent: RpcObserver = { start: () => () => undefined };
const observer = new PerPart<RpcObserver>(() => silent);

/** Set once per part by `startService`; handlers are methods under decorators and cannot be given one. */
export function observeRpc(next: RpcObserver): void {
  observer.value = next;
}

export const rpcObserver = (): RpcObserver => observer.value;
