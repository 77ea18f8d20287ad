import { AsyncLocalStorage } from 'node:async_hooks';
import type { CurrentWork } from '@candid/event-store';
import { currentContext } from './current-context.js';

const storage = new AsyncLocalStorage<string>();

/** The message, subscriber, queue or job that is being worked on, by its name, and the route that the request came by. */
export function currentWork(): CurrentWork {
  const command = storage.getStore();
  const route = currentContext()?.route;
  return { ...(command !== undefined && { command }), ...(route !== undefined && { route }) };
}

/** Runs `work` so that every event that it appends names this command as what did it. */
export const runAsCommand = <Result>(name: string, work: () => Result): Result => storage.run(name, work);
