import { DomainError, type EventPosition, startPosition } from '@candid/event-store';

export const cursorOf = ({ transactionId, globalPosition }: EventPosition): string =>
  `${transactionId}-${globalPosition}`;

/** @throws DomainError `VALIDATION_FAILED` */
export function positionOf(cursor: string | undefined): EventPosition {
  if (cursor === undefined) return startPosition;
  const [, transactionId, globalPosition] = /^(\d{1,18})-(\d{1,18})$/.exec(cursor) ?? [];
  if (!transactionId || !globalPosition) throw new DomainError('VALIDATION_FAILED', 'This is not a cursor of events.');
  return { transactionId: BigInt(transactionId), globalPosition: BigInt(globalPosition) };
}
