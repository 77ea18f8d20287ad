export const support = { as: 'support' } as const;
export const nobody = '11111111-1111-4111-8111-111111111111';
export const at = '2026-11-21T10:00:00.000Z';

export const fault = {
  ...{ name: 'balances-equal-events', ok: false, figure: 1, healed: 2, runbook: 'balances-equal-events' },
  detail: '1 account is not what the events add up to',
  rows: [{ kind: 'account', id: `user:${nobody}`, detail: 'accounts: differs {"posted":40}' }],
};

export const givenUp = {
  ...{ name: 'nothing-given-up', ok: false, figure: 1, healed: 0, runbook: 'nothing-given-up' },
  detail: '1 dead letter',
  rows: [{ kind: 'letter', id: 'photos.7', detail: '1 dead letter' }],
};

const waiting = {
  ...{ correctionId: nobody, userId: nobody, amount: 500, reason: 'Paid twice by card.', ticket: 'T-12' },
  ...{ corrects: nobody, state: 'waiting', requestedBy: nobody, requestedAt: at },
  ...{ decidedBy: null, decidedAt: null, decisionReason: null, transferId: null },
};

const rejected = {
  ...waiting,
  ...{ correctionId: nobody.replace('4111', '4222'), amount: -300, state: 'rejected' },
  ...{ decidedBy: nobody, decidedAt: at, decisionReason: 'Not theirs to pay.' },
};

export const corrections = { success: true, corrections: [waiting, rejected], nextCursor: null, approvalAbove: 200 };

const letter = {
  ...{ letterId: 'photos.7', service: 'photos', subject: 'PhotoStored', handler: 'make-renditions', attempts: 5 },
  ...{ reason: 'The picture could not be read.', failedAt: at, eventId: nobody },
};

export const letters = { success: true, letters: [letter], nextCursor: null };

const entry = (place: string, feedback: string, from: { userId?: string; email?: string }) => ({
  ...{ feedbackId: nobody.replace('4111', place), feedback, sentAt: at, userId: null, email: null, ...from },
});

export const messages = {
  ...{ success: true, nextCursor: null },
  entries: [
    entry('4111', 'The comments are the best part.\nMore of them, please.', {
      userId: nobody,
      email: 'r•••@p•••.example',
    }),
    entry('4222', 'I cannot sign up. Can you help me?', { email: 'n•••@l•••.example' }),
    entry('4333', 'I could not find the way back.', {}),
  ],
};

const call = (place: string, more: object) => ({
  ...{ entryId: nobody.replace('4111', place), at, lastAt: at, userId: nobody, targets: [nobody], times: 1 },
  ...{ reason: null, ticket: null, requestId: nobody, ...more },
});

export const calls = {
  ...{ success: true, nextCursor: null },
  entries: [
    call('4111', {
      ...{ call: 'grant', reason: 'mine', outcome: { status: 403, code: 'FORBIDDEN' } },
      ...{ times: 1204, lastAt: '2026-11-21T18:05:00.000Z' },
    }),
    call('4222', { call: 'revealAccount', reason: 'they wrote', ticket: 'T-7', outcome: { status: 200, code: null } }),
    call('4333', { call: 'findAccounts', targets: [], outcome: null }),
  ],
};
