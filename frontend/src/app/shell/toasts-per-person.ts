import { sessionStore } from '../../lib/session/session-store';
import { toastStore } from '../../ui/toast/toast-store';

const personNow = () => sessionStore.current().session?.userId;

/** What was said to one person is neither shown to the next nor, where it waits for its Undo, done in their name. */
export function dropToastsAtSessionEnd(): () => void {
  let person = personNow();
  return sessionStore.subscribe(() => {
    const before = person;
    person = personNow();
    if (before !== undefined && person !== before) toastStore.drop();
  });
}
