import { aloneAs, deviceStorage, Outbox, type OutboxEntry } from '../../../lib/outbox/outbox';
import { sessionStore } from '../../../lib/session/session-store';
import { type Reward, type Submission, sendSubmission } from './submit';

export type WaitingSubmission = OutboxEntry<Submission>;

const name = 'candid-outbox';
const listeners = new Set<() => void>();
const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
const tell = () => {
  for (const listener of listeners) listener();
};
otherTabs?.addEventListener('message', tell);

/** The one outbox of this device: assessments that the server has not answered yet. */
export const submissionOutbox = new Outbox<Submission, Reward>({
  storage: deviceStorage(),
  alone: (work) => aloneAs(name, work),
  send: ({ content, idempotencyKey }) => sendSubmission(content, idempotencyKey),
  signedIn: () => sessionStore.current().session?.userId,
  changed: () => {
    tell();
    otherTabs?.postMessage('changed');
  },
});

export function onOutboxChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
