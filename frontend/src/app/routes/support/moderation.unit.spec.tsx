/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { addressNow, at, Desk, person, show } from '../../../lib/desk.fixture.spec';
import { singleKeys } from '../../../shared/console/remembered';
import { toastStore } from '../../../ui/toast/toast-store';
import ModerationPage from './moderation.page';

const cases = 'GET /support/moderation/cases';
const id = (number: number) => `ca5e000${number}-1111-4111-8111-111111111111`;
const [first, second, third, owner, photo, statement] = [1, 2, 3, 4, 5, 6].map(id) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const other = 'b0b00000-1111-4111-8111-111111111111';
const soon = new Date(Date.now() + 20 * 60_000).toISOString();

const queued = (caseId: string, more: object = {}) => ({
  ...{ caseId, kind: 'photo', status: 'open', severity: 2, reasons: ['sexual'], reports: 1, isHeld: true },
  ...{ openedAt: at, dueAt: at, claimedBy: null, claimedUntil: null, subjectId: owner, photoId: photo },
  ...{ decision: null, isUnderLegalHold: false, mayDecide: true },
  ...{ screening: [], earlier: [], preview: null, ...more },
});
const shown = (caseId: string, more: object = {}) => ({
  ...queued(caseId),
  ...{
    detail: [],
    nextReports: null,
    decisions: [],
    subject: null,
    ratings: [],
    accountPhotoIds: [],
    notices: [],
  },
  pattern: { reporters: 1, newAccounts: 0, paused: 0, linked: 0, looksArranged: false },
  photos: [
    {
      ...{ photoId: photo, userId: owner, state: 'kept', uploadedAt: at, deletedAt: null },
      renditions: [{ width: 320, path: '/picture.jpg' }],
    },
  ],
  ...more,
});
const claimed = { claimedBy: person, claimedUntil: soon };
const decided = {
  ...{
    statementId: statement,
    decision: 'removePhoto',
    rule: 'no-nudity',
    reasons: 'r',
    secondReasons: null,
    undoReasons: null,
    decidedBy: person,
    decidedAt: at,
  },
  ...{ until: null, confirmedBy: null, undoneAt: null, canBeUndone: true, appeal: null },
};

let desk: Desk;
beforeEach(() => {
  window.scrollTo = () => undefined;
  globalThis.matchMedia = (() => ({ matches: false, addEventListener() {}, removeEventListener() {} })) as never;
  sessionStorage.clear();
  desk = new Desk();
  desk.signIn({ roles: ['user', 'moderator'] });
  answerQueue([queued(first), queued(second, { reports: 3 }), queued(third)]);
  for (const caseId of [first, second, third]) answerCase(caseId);
});
afterEach(() => {
  cleanup();
  act(() => toastStore.dismiss());
  singleKeys.set(true);
});

function answerQueue(rows: object[]): void {
  desk.answer(cases, { success: true, cases: rows, nextCursor: null, waiting: rows.length, overdue: 0 });
}
function answerCase(caseId: string, more: object = {}): void {
  const path = `/support/moderation/cases/${caseId}`;
  desk.answer(`GET ${path}`, { success: true, case: shown(caseId, more) });
  desk.answer(`POST ${path}/claim`, { success: true, case: shown(caseId, { ...more, ...claimed }) });
  desk.answer(`POST ${path}/decide`, {
    success: true,
    case: shown(caseId, { status: 'decided', decisions: [decided] }),
  });
  desk.answer(`POST ${path}/undo`, { success: true, case: shown(caseId) });
}

const deskPage = (
  <Routes>
    <Route path="/support/moderation/*" element={<ModerationPage />} />
  </Routes>
);

async function openDesk(path = ''): Promise<void> {
  show(deskPage, `/support/moderation${path}`);
  if (path.startsWith('/')) await screen.findByRole('button', { name: 'Decide' });
  else await screen.findAllByRole('link', { name: /Sexual content/ });
}

const rows = () => screen.getAllByRole('link', { name: /Sexual content/ });
const press = (keys: string) => userEvent.keyboard(keys);
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Reasons, as the person reads them');

describe('the queue', () => {
  it('is walked through with J and K, which the address follows, and opens with Enter', async () => {
    await openDesk();
    await press('j');
    expect(document.activeElement).toBe(rows()[1]);
    expect(addressNow()).toBe(`/support/moderation?case=${second}`);
    await press('jk');
    expect(document.activeElement).toBe(rows()[1]);
    expect(rows().map((row) => row.tabIndex)).toEqual([-1, 0, -1]);
    await press('{Enter}');
    expect(addressNow()).toBe(`/support/moderation/${second}`);
  });

  it('claims the chosen case with C, and gives an own one back', async () => {
    await openDesk(`?case=${second}`);
    await press('c');
    const claims = () => desk.of(`POST /support/moderation/cases/${second}/claim`).map(({ body }) => body);
    await waitFor(() => expect(claims()).toEqual([{ release: false }]));
    cleanup();
    answerQueue([queued(first), queued(second, claimed)]);
    await openDesk(`?case=${second}`);
    await press('c');
    await waitFor(() => expect(claims().at(-1)).toEqual({ release: true }));
  });

  it('does nothing by single keys once they are switched off', async () => {
    await openDesk();
    act(() => singleKeys.set(false));
    await press('jc');
    expect(addressNow()).toBe('/support/moderation');
    expect(desk.of('POST')).toEqual([]);
  });
});

describe('the lead of the queue', () => {
  it('names the case that is due next, although a more severe one stands first', async () => {
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_500).toISOString();
    answerQueue([queued(first, { severity: 1, dueAt: inMinutes(31) }), queued(second, { dueAt: inMinutes(3) })]);
    show(deskPage, '/support/moderation');
    await screen.findByText(/, the next is due in 3 min\. The most severe come first, then those due first\.$/);
  });

  it('counts the late rows that it shows, also where the server counted earlier or counts other cases', async () => {
    const late = { dueAt: new Date(Date.now() - 60_000).toISOString() };
    answerQueue([queued(first, late), queued(second, late), queued(third, { ...late, status: 'decided' })]);
    await openDesk(`?status=all&account=${owner}`);
    expect(screen.getByText(/^The filters match/).textContent).toBe(
      'The filters match 2 of 3 waiting cases, 2 are late',
    );
    cleanup();
    desk.answer(cases, { success: true, cases: [queued(first)], nextCursor: 'next', waiting: 120, overdue: 7 });
    await openDesk();
    expect(screen.getByText(/^120 cases waiting/).textContent).toBe('120 cases waiting, 7 are late');
  });
});

describe('a row of the queue', () => {
  it('says what screening found, about whom, and what was decided before', async () => {
    const found = { kind: 'otherAccount', photoId: photo, userId: other };
    answerQueue([
      queued(first, {
        ...{
          reasons: ['notOwn', 'screening'],
          screening: [
            { ...found, likeness: 0.4 },
            { ...found, likeness: 0.3 },
          ],
          preview: 'data:image/webp;base64,A',
        },
        earlier: ['removePhoto', 'askForCrop', 'removePhoto'],
      }),
      queued(second, { kind: 'notice', subjectId: null, photoId: null }),
    ]);
    show(deskPage, '/support/moderation');
    const row = await screen.findByRole('link', { name: /Not their own photo/ });
    within(row).getByText("Not their own photo · Like another account's photo, 0.40 of 1");
    within(row).getByText('Owner ca5e0004… · earlier: Photo removed × 2, Asked for a crop');
    expect(row.querySelector('img')?.getAttribute('src')).toBe('data:image/webp;base64,A');
    within(rows()[0]!).getByText('Nobody known');
  });

  it('says who works on the case, and how long yet', async () => {
    answerQueue([
      queued(first, { claimedBy: other, claimedUntil: new Date(Date.now() + 20.5 * 60_000).toISOString() }),
    ]);
    await openDesk();
    within(rows()[0]!).getByText('b0b00000…, 20 min left');
  });
});

describe('a filter', () => {
  it('is in the address, and stays while the moderator steps through the cases', async () => {
    await openDesk();
    await userEvent.selectOptions(screen.getByLabelText('Reason'), 'Sexual content');
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Photo');
    await userEvent.click(screen.getByLabelText('Account ID'));
    await userEvent.paste(` ${owner} `);
    const filter = `reason=sexual&kind=photo&account=${owner}`;
    expect(addressNow()).toBe(`/support/moderation?${filter}`);
    await waitFor(() => expect(desk.of(cases).at(-1)!.url).toContain(`reason=sexual&kind=photo&subjectId=${owner}`));
    await screen.findAllByRole('link', { name: /Sexual content/ });
    act(() => (document.activeElement as HTMLElement).blur());
    await press('j');
    expect(addressNow()).toBe(`/support/moderation?${filter}&case=${second}`);
    await press('{Enter}');
    await screen.findByRole('button', { name: 'Decide' });
    await press('j');
    expect(addressNow()).toBe(`/support/moderation/${third}?${filter}`);
  });

  it('shows all cases of an account by A, in the queue, in a case and beside evidence', async () => {
    await openDesk(`?case=${second}`);
    await press('a');
    const all = `/support/moderation?status=all&account=${owner}&case=${second}`;
    expect(addressNow()).toBe(all);
    cleanup();
    await openDesk(`/${second}`);
    await press('a');
    expect(addressNow()).toBe(all);
    cleanup();
    desk.signIn({ roles: ['user', 'moderator', 'legal'] });
    const subject = { decisions: [], openCases: 1, suspendedUntil: null, isClosed: false };
    const evidence = { success: true, case: shown(second, { subject }) };
    desk.answer(`GET /support/moderation/cases/${second}/evidence`, evidence);
    show(deskPage, `/support/moderation/${second}/evidence`);
    await screen.findByRole('link', { name: /All cases of this account/ });
    await press('a');
    expect(addressNow()).toBe(all);
  });

  it('that matches nothing offers to be cleared', async () => {
    answerQueue([]);
    show(deskPage, '/support/moderation?status=decided&kind=notice');
    await userEvent.click(await screen.findByRole('link', { name: 'Clear the filters' }));
    expect(addressNow()).toBe('/support/moderation?status=decided');
  });
});

describe('a decided case', () => {
  it('says in the queue what was decided, or that the decision was undone', async () => {
    const of = (caseId: string, decision: string | null) => queued(caseId, { status: 'decided', decision });
    answerQueue([of(first, 'removePhoto'), of(second, 'noViolation'), of(third, null)]);
    await openDesk('?status=decided');
    const words = ['Photo removed', 'No violation', 'Undone'];
    rows().forEach((row, index) => {
      expect(within(row).getByText(words[index]!)).toBeTruthy();
    });
  });
});

describe('the reports', () => {
  it('are read page by page, and those of a later page only when they are asked for', async () => {
    const reportOf = (number: number, reason: string) => ({
      ...{ reportId: id(number), reason, text: null, reportedAt: at, reporterId: null, noticeId: id(number) },
      ...{ isCounted: false, holdsAtOnce: false, history: null },
    });
    const path = `GET /support/moderation/cases/${first}`;
    const [one, other] = [reportOf(7, 'contact'), reportOf(8, 'hateful')];
    desk.answer(path, (url) => {
      const isFirst = url.searchParams.get('cursor') === null;
      const page = isFirst ? { detail: [one], nextReports: one.reportId, reports: 2 } : { detail: [other], reports: 2 };
      return { success: true, case: shown(first, page) };
    });
    await openDesk(`/${first}`);
    const reports = within(screen.getByRole('region', { name: 'Reports' }));
    reports.getByText('1 of 2 shown.');
    reports.getByText('Contact details or advertising');
    expect(desk.of(path)).toHaveLength(1);
    await userEvent.click(reports.getByRole('button', { name: 'Show more reports' }));
    await reports.findByText('Hateful or violent');
    expect(reports.queryByText(/shown\.$/)).toBeNull();
    expect(desk.of(path).at(-1)!.url).toContain(`cursor=${one.reportId}`);
    expect(reports.queryByRole('button', { name: 'Show more reports' })).toBeNull();
  });
});

describe('a case', () => {
  it('that another moderator works on can be neither claimed nor decided', async () => {
    answerCase(first, { claimedBy: other, claimedUntil: soon });
    await openDesk(`/${first}`);
    const why = screen.getByText(/^b0b00000… works on this case until .* UTC\)?\.$/).textContent!;
    expect(screen.queryByRole('button', { name: 'Claim' })).toBeNull();
    for (const name of ['No violation', 'Pass to safety lead', 'Decide']) {
      const button = screen.getByRole<HTMLButtonElement>('button', { name });
      expect([button.disabled, button.title]).toEqual([true, why]);
    }
    await press('1');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a case that led to nobody', () => {
  it('is closed as not found, with words for the record that nobody reads', async () => {
    const nobody = { kind: 'notice', subjectId: null, photoId: null, isHeld: false, photos: [] };
    answerCase(first, nobody);
    await openDesk(`/${first}`);
    await press('1');
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Reasons, for the record').value).toMatch(
      /^We could not find the content/,
    );
    expect(within(dialog).getByRole('button', { name: /Close: not found/ })).toBeDefined();
    expect(dialog.textContent).toContain('ask for its address');
    expect(dialog.textContent).not.toMatch(/nothing against our guidelines|see the photo again/);
  });
});

describe('a case that was passed on', () => {
  it('says that its words are under the legal hold, not that they are removed', async () => {
    const passedOn = { ...decided, decision: 'passOn', rule: 'law', reasons: null, canBeUndone: true };
    answerCase(first, { status: 'decided', isUnderLegalHold: true, photos: [], decisions: [passedOn] });
    show(
      <Routes>
        <Route path="/support/moderation/*" element={<ModerationPage />} />
      </Routes>,
      `/support/moderation/${first}`,
    );
    expect(await screen.findByText('The text is kept apart under the legal hold.')).toBeDefined();
  });
});

describe('an undone decision', () => {
  it('shows why it was undone apart from what the person read', async () => {
    const undone = { ...decided, reasons: 'Too much skin.', undoReasons: 'The wrong button.', undoneAt: at };
    answerCase(first, { decisions: [undone] });
    await openDesk(`/${first}`);
    expect(screen.getByText('Too much skin.').tagName).toBe('BLOCKQUOTE');
    expect(screen.getByText('The wrong button.').tagName).toBe('BLOCKQUOTE');
    expect(screen.getByText('Why it was undone')).toBeDefined();
  });
});

describe('a photo', () => {
  it('is blurred until B, and again in the next case', async () => {
    await openDesk(`/${first}`);
    screen.getByAltText('The reported photo, blurred');
    await press('b');
    screen.getByAltText('The reported photo');
    await press('j');
    await screen.findByText('2 of 3');
    await screen.findByAltText('The reported photo, blurred');
  });
});

describe('a decision', () => {
  it('is made beside the photo, which B shows and blurs in the sheet, too', async () => {
    await openDesk(`/${first}`);
    await press('2');
    const sheet = within(await screen.findByRole('dialog'));
    sheet.getByAltText('The reported photo, blurred');
    await press('b');
    sheet.getByAltText('The reported photo');
  });

  it('takes two keys, claims the case, opens the next one and can be taken back', async () => {
    await openDesk(`/${first}`);
    await press('2');
    await screen.findByRole('dialog', { name: 'Decide the case' });
    await waitFor(() => expect(desk.of(`POST /support/moderation/cases/${first}/claim`)).toHaveLength(1));
    await press('{Enter}');
    await waitFor(() => expect(addressNow()).toBe(`/support/moderation/${second}`));
    expect(desk.of(`POST /support/moderation/cases/${first}/decide`).map(({ body }) => body)).toEqual([
      {
        ...{ decision: 'removePhoto', rule: 'no-nudity' },
        reasons: 'The photo shows nudity or something sexual. Other photos of you are welcome.',
      },
    ]);
    await act(async () => toastStore.act());
    await waitFor(() => expect(addressNow()).toBe(`/support/moderation/${first}`));
    expect(desk.of(`POST /support/moderation/cases/${first}/undo`)).toHaveLength(1);
  });

  it('is not made by keys that are typed into the reasons', async () => {
    await openDesk(`/${first}`);
    await press('2');
    await screen.findByRole('dialog');
    await userEvent.clear(field());
    await userEvent.type(field(), 'Seen at 1 b{Enter}c');
    expect(field().value).toBe('Seen at 1 b\nc');
    screen.getByRole('radio', { name: /Remove photo/, checked: true });
    expect(desk.of('POST').filter(({ url }) => url.endsWith('/decide'))).toEqual([]);
  });

  it('that ends somebody’s access takes a second press', async () => {
    answerCase(first, claimed);
    await openDesk(`/${first}`);
    await press('5');
    await screen.findByRole('dialog');
    await press('{Enter}');
    expect(document.activeElement?.textContent).toContain('Propose to close the account');
    expect(desk.of('POST')).toEqual([]);
    await press('{Enter}');
    await waitFor(() => expect(desk.of(`POST /support/moderation/cases/${first}/decide`)).toHaveLength(1));
  });

  it('that ends somebody’s access takes a second press, also with Ctrl+Enter while typing', async () => {
    answerCase(first, claimed);
    await openDesk(`/${first}`);
    await press('4');
    await screen.findByRole('dialog');
    await userEvent.type(field(), ' Seen.');
    await press('{Control>}{Enter}{/Control}');
    expect(document.activeElement?.textContent).toContain('Suspend the account');
    expect(desk.of('POST')).toEqual([]);
    await press('{Enter}');
    await waitFor(() => expect(desk.of(`POST /support/moderation/cases/${first}/decide`)).toHaveLength(1));
  });

  it('to close an account is confirmed by a second press, also with Ctrl+Enter while typing', async () => {
    const closure = { ...decided, decision: 'closeAccount', decidedBy: other, canBeUndone: false };
    answerCase(first, { status: 'awaiting-second', decisions: [closure] });
    show(deskPage, `/support/moderation/${first}`);
    await userEvent.click(await screen.findByRole('button', { name: /Confirm the closure/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Close the account?' }));
    for (const said of [/^Owner ca5e0004… · All sessions end/, 'Rule: Nothing sexual', 'r']) sheet.getByText(said);
    sheet.getByText('You have not looked at the photo.');
    await userEvent.click(sheet.getByRole('button', { name: /^Show/ }));
    expect(sheet.queryByText('You have not looked at the photo.')).toBeNull();
    await userEvent.type(screen.getByLabelText('Your reasons'), 'Three times.');
    await press('{Control>}{Enter}{/Control}');
    expect(document.activeElement?.textContent).toContain('Confirm the closure');
    expect(desk.of('POST')).toEqual([]);
    await press('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(desk.of('POST')).toHaveLength(1));
  });

  it('keeps its reasons while its sheet is closed', async () => {
    const closure = { ...decided, decision: 'closeAccount', decidedBy: other, canBeUndone: false };
    answerCase(first, { status: 'awaiting-second', decisions: [closure] });
    show(deskPage, `/support/moderation/${first}`);
    await screen.findByRole('button', { name: /Confirm the closure/ });
    await press('2');
    await userEvent.type(await screen.findByLabelText('Your reasons'), 'Once is not enough.');
    await press('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('2');
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Your reasons')).value).toBe('Once is not enough.');
  });

  it('without reasons leads to the field that misses them', async () => {
    answerCase(first, claimed);
    await openDesk(`/${first}`);
    await press('4');
    await screen.findByRole('dialog');
    await userEvent.clear(screen.getByLabelText('Days'));
    await userEvent.clear(field());
    await userEvent.click(screen.getByRole('button', { name: /Suspend the account/ }));
    expect(document.activeElement).toBe(screen.getByLabelText('Days'));
    await userEvent.type(screen.getByLabelText('Days'), '7');
    await userEvent.click(screen.getByRole('button', { name: /Suspend the account/ }));
    expect(document.activeElement).toBe(field());
    expect(desk.of('POST')).toEqual([]);
  });

  it('keeps its words where somebody else was quicker, until the case is free again', async () => {
    await openDesk(`/${first}`);
    await press('2');
    await screen.findByRole('dialog');
    await userEvent.clear(field());
    await userEvent.type(field(), 'The belt shows.');
    const taken = { claimedBy: other, claimedUntil: soon };
    desk.answer(`GET /support/moderation/cases/${first}`, { success: true, case: shown(first, taken) });
    desk.refuse(`POST /support/moderation/cases/${first}/decide`, 'CASE_CLAIMED', 'Somebody else works on this case.');
    await userEvent.click(screen.getByRole('button', { name: /Remove the photo/ }));
    await screen.findByText(/^b0b00000… works on this case until .* Your text is kept\.$/);
    expect(field().value).toBe('The belt shows.');
    await press('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleanup();
    answerCase(first);
    await openDesk(`/${first}`);
    await press('2');
    await screen.findByRole('dialog');
    expect(field().value).toBe('The belt shows.');
  });
});
