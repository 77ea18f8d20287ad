import type { HoldPlaced, LedgerEvent, TransferPosted } from './events.js';

/** Of one transfer. */
export type TransferState =
  | { status: 'none' }
  | { status: 'posted'; transfer: TransferPosted['data'] }
  | { status: 'pending'; hold: HoldPlaced['data'] }
  | { status: 'held and posted'; hold: HoldPlaced['data'] }
  | { status: 'voided'; hold: HoldPlaced['data'] };

export const initialState = (): TransferState => ({ status: 'none' });

/** Throws an Error where events follow one another as no decision lets them: the stream is broken. */
export function evolve(state: TransferState, event: LedgerEvent): TransferState {
  if (event.type === 'TransferPosted' && state.status === 'none') return { status: 'posted', transfer: event.data };
  if (event.type === 'HoldPlaced' && state.status === 'none') return { status: 'pending', hold: event.data };
  if (event.type === 'HoldPosted' && state.status === 'pending') return { status: 'held and posted', hold: state.hold };
  if (event.type === 'HoldVoided' && state.status === 'pending') return { status: 'voided', hold: state.hold };
  throw new Error(`${event.type} cannot follow on a transfer that is ${state.status}`);
}
