import type { Page } from 'playwright-core';

export const support = { as: 'support' } as const;
export const nobody = '11111111-1111-4111-8111-111111111111';
export const at = '2026-11-21T10:00:00.000Z';

export const fault = {
  ...{ name: 'balances-equal-events', ok: false, figure: 1, healed: 0, runbook: 'balances-equal-events' },
  detail: `user:${nobody} is off by 40 tokens`,
  rows: [{ kind: 'account', id: `user:${nobody}`, detail: `user:${nobody} is off by 40 tokens` }],
};

export const overdueHold = {
  ...{ name: 'no-hold-over-time', ok: false, figure: 1, healed: 2, runbook: 'no-hold-over-time' },
  detail: `hold ${nobody}`,
  rows: [{ kind: 'transfer', id: nobody, detail: `hold ${nobody}` }],
};

export const givenUp = {
  ...{ name: 'nothing-given-up', ok: false, figure: 1, healed: 0, runbook: 'nothing-given-up' },
  detail: `event ${nobody} for post-hold-on-photo-assessment-started`,
  rows: [
    {
      ...{ kind: 'dead-letter', id: 'tokens.7' },
      detail: `event ${nobody} for post-hold-on-photo-assessment-started`,
    },
  ],
};

const line = (account: string, debits: number, credits: number) => ({
  ...{ account, debits, credits, balance: credits - debits },
});

export const balance = {
  ...{ success: true, sum: 0 },
  accounts: [
    line(`escrow:${nobody}`, 20, 20),
    line(`escrow:${nobody.replace('4111', '4222')}`, 20, 20),
    line(`escrow:${nobody.replace('4111', '4333')}`, 10, 20),
    line('platform:grants', 80, 0),
    line('platform:revenue', 0, 30),
    line(`user:${nobody}`, 20, 60),
  ],
};

const colleague = nobody.replaceAll('1', '7');

const waiting = {
  ...{ correctionId: nobody, userId: nobody, amount: 500, reason: 'Paid twice by card.', ticket: 'T-12' },
  ...{ corrects: nobody, state: 'waiting', requestedBy: colleague, requestedAt: at },
  ...{ decidedBy: null, decidedAt: null, decisionReason: null, transferId: null },
};

const rejected = {
  ...waiting,
  ...{ correctionId: nobody.replace('4111', '4222'), amount: -300, state: 'rejected' },
  ...{ decidedBy: colleague.replaceAll('7', '8'), decidedAt: at, decisionReason: 'Not theirs to pay.' },
};

const page = { success: true, nextCursor: null, approvalAbove: 200 };
export const corrections = { ...page, corrections: [waiting, rejected] };
export const waitingCorrections = { ...page, corrections: [waiting] };

const letter = {
  ...{ letterId: 'photos.7', service: 'photos', subject: 'PhotoStored', handler: 'make-renditions', attempts: 5 },
  ...{ reason: 'The picture could not be read.', failedAt: at, eventId: nobody },
};

export const letters = { success: true, letters: [letter], nextCursor: null };

const entry = (place: string, feedback: string, more: object) => ({
  ...{ feedbackId: nobody.replace('4111', place), feedback, sentAt: at, userId: null, isLoggedIn: false, email: null },
  ...{ subject: null, answer: null, ...more },
});

export const messages = {
  ...{ success: true, nextCursor: null, open: 4 },
  entries: [
    entry('4000', 'I would like to assess photos. Please send me a passkey.', {
      ...{ userId: nobody, isLoggedIn: true, email: 'r•••@p•••.example', subject: 'passkey' },
    }),
    entry('4111', 'The comments are the best part.\nMore of them, please.', {
      ...{ userId: nobody.replaceAll('1', '6'), email: 'r•••@p•••.example' },
    }),
    entry('4222', 'I cannot sign up. Can you help me?', { email: 'n•••@l•••.example' }),
    entry('4333', 'I could not find the way back.', {}),
  ],
};

export const answered = {
  ...messages,
  entries: [
    {
      ...messages.entries[0],
      answer: {
        ...{ at, by: nobody, text: 'Thank you for wanting to assess photos. Your personal passkey is attached.' },
        ...{ tokens: 20, passkey: 'answer-11111111-1111-4111-8111-111111111111.001' },
      },
    },
  ],
};

const running = { ratings: 3, limit: 8, since: at, isHeld: false };

export const activity = {
  success: true,
  assessments: [{ ...running, photoAssessmentId: nobody, photos: 2 }],
  profiles: [{ ...running, isHeld: true }],
  standing: {
    ...{ userId: nobody, standing: 'warned', signal: 'hurried', since: at },
    ...{ appeal: 'I know these people well.', appealedAt: at },
  },
  cases: [
    { caseId: nobody, kind: 'photo', status: 'open', openedAt: at, isHeld: true },
    { caseId: nobody, kind: 'assessor', status: 'decided', openedAt: '2026-11-20T10:00:00.000Z', isHeld: false },
  ],
  sessions: [{ device: 'Firefox on Windows', network: '192.0.2.0/24', startedAt: at, lastUsedAt: at }],
  mails: [
    { kind: 'results', at, state: 'sent' },
    { kind: 'password-reset', at: '2026-11-20T10:00:00.000Z', state: 'failed' },
  ],
};

export const sender = {
  ...{ success: true, holds: [], totals: [], escrows: [], aloneLeft: 200 },
  account: {
    ...{ userId: nobody, email: 'r•••@p•••.example', roles: ['user'], createdAt: at, deletionRequestedAt: null },
    ...{ eraseAt: null, emailBouncedAt: null, balance: 40, held: 0, available: 40 },
  },
};

export const messageWith = ({ entries: [entry] }: { entries: readonly object[] }) => ({ success: true, entry });

const call = (place: string, more: object) => ({
  ...{ entryId: nobody.replace('4111', place), at, lastAt: at, userId: nobody, targets: [nobody], times: 1 },
  ...{ name: 'robin', message: null, reason: null, ticket: null, requestId: nobody, ...more },
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

const party = { name: 'party', createdAt: at, expiresAt: '2046-12-21T10:00:00.000Z', count: 4, used: 2, revoked: 1 };
const passkey = (number: number, more: object = {}) => ({
  ...{ name: `party.00${number}`, usedAt: null, usedBy: null, revokedAt: null, ...more },
});

export const batches = {
  ...{ success: true, nextCursor: null },
  batches: [party, { ...party, name: 'open-day_2026', expiresAt: at, count: 100, used: 0, revoked: 0 }],
};

export const batch = {
  ...{ success: true, batch: party },
  passkeys: [
    passkey(1, { usedAt: at, usedBy: nobody }),
    passkey(2, { usedAt: at }),
    passkey(3, { revokedAt: at }),
    passkey(4),
  ],
};

const linkedGroup = (place: string, more: object) => ({ groupId: nobody.replace('4111', place), since: at, ...more });

export const linked = {
  ...{ success: true, nextCursor: null },
  groups: [
    linkedGroup('4111', {
      kind: 'mutual',
      reasons: [{ reason: 'mutual-ratings', submissions: 60, share: 0.923 }],
      userIds: ['1', '2', '3', '4', '5'].map((digit) => nobody.replaceAll('1', digit)),
    }),
    linkedGroup('4222', {
      kind: 'network',
      reasons: [
        { reason: 'same-owners', submissions: 12, share: 0.75 },
        { reason: 'shared-rewards', submissions: 1, share: 0.5 },
      ],
      userIds: [nobody, nobody.replaceAll('1', '6')],
    }),
  ],
};

export const secondFactor = (more: object) => ({
  ...{ success: true, isRequired: true, confirmedAt: null, recoveryCodesLeft: 0 },
  ...{ staffRoles: ['support'], ...more },
});

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** Stubs the calls that set up a second factor for staff. */
export async function beginsSecondFactor(page: Page): Promise<void> {
  // The app renews the session before it sends a code.
  await page.route('**/api/auth/refresh', async (route) => {
    // If the page has been closed meanwhile, no answer is needed.
    const token = await page.evaluate(() => localStorage.getItem('token')).catch(() => undefined);
    if (token === undefined) return await route.abort();
    await route.fulfill({ json: { success: true, token, userId: nobody } });
  });
  await page.route('**/api/account/second-factor', (route) =>
    route.fulfill({
      json:
        route.request().method() === 'GET'
          ? secondFactor({})
          : { success: true, secret, uri: `otpauth://totp/Candid:kim%40candid.example?issuer=Candid&secret=${secret}` },
    }),
  );
}

export const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcd${(index + 2) % 10}-fghjk`);
