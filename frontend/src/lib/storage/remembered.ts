import { tryStorage } from './storage';

/** A value that this browser stores about a person; null if it stores none. */
export const remembered = <Value>(name: string) => ({
  of: (userId: string): Value | null =>
    tryStorage(() => JSON.parse(localStorage.getItem(`${name}:${userId}`) ?? 'null')) ?? null,
  set: (userId: string, value: Value): void =>
    void tryStorage(() => localStorage.setItem(`${name}:${userId}`, JSON.stringify(value))),
});
