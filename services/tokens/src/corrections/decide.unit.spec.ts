import { specify } from '@candid/event-store';
import { describe, expect, it } from '@jest/globals';
import type { CommandOf, CorrectionEvent } from './correction.js';
import { correctionDecider } from './decide.js';

const given = specify(correctionDecider);
const at = '2026-11-22T12:00:00.000Z';
const order = { userId: 'anna', amountTokens: 500, reason: 'lost in a crash', requestedBy: 'kim', needsApproval: true };
const request: CommandOf<'RequestCorrection'> = { type: 'RequestCorrection', ...order, at };
const requested: CorrectionEvent = { type: 'CorrectionRequested', data: { ...order, requestedAt: at } };

const small: CorrectionEvent = {
  type: 'CorrectionRequested',
  data: { ...order, amountTokens: 5, needsApproval: false, requestedAt: at },
};

const approve: CommandOf<'ApproveCorrection'> = { type: 'ApproveCorrection', by: 'lee', idempotencyKey: 'a', at };

const approved: CorrectionEvent = {
  type: 'CorrectionApproved',
  data: { approvedBy: 'lee', approvedAt: at, idempotencyKey: 'a' },
};

const reject: CommandOf<'RejectCorrection'> = {
  type: 'RejectCorrection',
  by: 'lee',
  idempotencyKey: 'r',
  reason: 'no proof',
  at,
};

const rejected: CorrectionEvent = {
  type: 'CorrectionRejected',
  data: { rejectedBy: 'lee', rejectedAt: at, idempotencyKey: 'r', reason: 'no proof' },
};

const confirm = { type: 'ConfirmBooking', transferId: 'transfer', at } as const;
const booked: CorrectionEvent = { type: 'CorrectionBooked', data: { transferId: 'transfer', bookedAt: at } };
const refuse = { type: 'RefuseBooking', at } as const;
const notBooked: CorrectionEvent = { type: 'CorrectionNotBooked', data: { refusedAt: at } };

describe('a correction', () => {
  it('is asked for once, of an amount, and not again for something else', () => {
    given([]).when(request).then([requested]);
    given([requested, approved, booked]).when(request).then([]);
    given([requested])
      .when({ ...request, amountTokens: 501 })
      .then('IDEMPOTENCY_KEY_REUSED');
    given([requested])
      .when({ ...request, corrects: 'transfer' })
      .then('IDEMPOTENCY_KEY_REUSED');
    given([])
      .when({ ...request, amountTokens: 0 })
      .then('VALIDATION_FAILED');
  });

  it('is approved by a second person, who is not its beneficiary either', () => {
    given([requested]).when(approve).then([approved]);
    given([requested])
      .when({ ...approve, by: 'kim' })
      .then('FORBIDDEN');
    given([requested])
      .when({ ...approve, by: 'anna' })
      .then('FORBIDDEN');
    given([]).when(approve).then('NOT_FOUND');
  });

  it('is decided once', () => {
    const other = { idempotencyKey: 'other' };
    for (const history of [
      [requested, approved],
      [requested, approved, booked],
    ]) {
      given(history).when(approve).then([]);
      given(history)
        .when({ ...approve, ...other })
        .then('CONFLICT');
      given(history).when(reject).then('CONFLICT');
    }
    given([requested, rejected]).when(reject).then([]);
    given([requested, rejected])
      .when({ ...reject, ...other })
      .then('CONFLICT');
    given([requested, rejected]).when(approve).then('CONFLICT');
    given([small]).when(approve).then('CONFLICT');
  });

  it('keeps the reason of whoever decided', () => {
    const reason = 'seen in the logs';
    given([requested])
      .when({ ...approve, reason })
      .then([{ type: 'CorrectionApproved', data: { ...approved.data, reason } as never }]);
    const decisionAfter = (decided: CorrectionEvent) => {
      const state = [requested, decided].reduce(correctionDecider.evolve, correctionDecider.initialState());
      return 'decision' in state && state.decision;
    };
    const decision = { by: 'lee', at, idempotencyKey: 'a' };
    expect(decisionAfter(approved)).toEqual(decision);
    expect(decisionAfter({ type: 'CorrectionApproved', data: { ...approved.data, reason } as never })).toEqual({
      ...decision,
      reason,
    });
    expect(decisionAfter(rejected)).toEqual({ ...decision, idempotencyKey: 'r', reason: 'no proof' });
  });

  it('keeps the ticket of whoever decided', () => {
    const ticket = 'T-2';
    given([requested])
      .when({ ...approve, ticket })
      .then([{ type: 'CorrectionApproved', data: { ...approved.data, ticket } as never }]);
    given([requested])
      .when({ ...reject, ticket })
      .then([{ type: 'CorrectionRejected', data: { ...rejected.data, ticket } as never }]);
  });

  it('may be taken back by who asked for it', () => {
    given([requested])
      .when({ ...reject, by: 'kim' })
      .then([{ type: 'CorrectionRejected', data: { ...rejected.data, rejectedBy: 'kim' } as never }]);
  });

  it('is booked once, and only when it is due', () => {
    given([requested, approved]).when(confirm).then([booked]);
    given([requested, approved, booked]).when(confirm).then([]);
    given([requested]).when(confirm).then([]);
    given([small]).when(confirm).then([booked]);
  });

  it('waits again where the account is short, and may be approved again', () => {
    given([requested, approved]).when(refuse).then([notBooked]);
    given([requested, approved, notBooked]).when(approve).then([approved]);
    given([requested, approved, notBooked]).when(reject).then([rejected]);
    given([requested, approved, booked]).when(refuse).then([]);
  });

  it('was never asked for where the account was short and nobody had to approve', () => {
    given([small]).when(refuse).then([notBooked]);
    given([small, notBooked]).when(approve).then('NOT_FOUND');
    given([small, notBooked]).when(request).then([requested]);
  });

  it('does not follow from events that no decision makes', () => {
    expect(() => given([requested, booked]).when(confirm).then([])).toThrow('cannot follow');
  });
});
