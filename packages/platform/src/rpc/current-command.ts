import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<string>();

/** The message, subscriber, queue or job that is being worked on, by its name. */
export const currentCommand = (): string | undefined => storage.getStore();

/** Runs `work` so that every event that it appends names this command as what did it. */
export const runAsCommand = <Result>(name: string, work: () => Result): Result => storage.run(name, work);
