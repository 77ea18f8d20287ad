import { useOutboxDelivery } from '../hooks/use-outbox-delivery';

/** Stands in the member area, so that what waits is sent from whichever page is open. */
export default function OutboxDelivery() {
  useOutboxDelivery();
  return null;
}
