import { HEARD_BY_GATEWAY } from '@candid/contracts';
import { listenToEvent } from '@candid/platform';

/** As `listenToEvent`. @throws Error for an event that the gateway's NATS user cannot hear: the process must not start then */
export const hearEvent: typeof listenToEvent = (nats, type, listener, isWanted) => {
  if (!HEARD_BY_GATEWAY.some(({ subject }) => subject === type.subject))
    throw new Error(`HEARD_BY_GATEWAY does not name ${type.type}`);
  return listenToEvent(nats, type, listener, isWanted);
};
