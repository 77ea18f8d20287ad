import {
  assessmentSettingsRoutes,
  identityRoutes,
  photosRoutes,
  supportLedgerRoutes,
  supportRoutes,
} from '@candid/contracts';
import { APPROVAL_TOKENS, codeOfApp, eventually, Person, supportAgent } from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { onboardedOwner } from '../people/onboarded.js';
import { KeyboardPerson } from './keyboard.js';
import { press, reads } from './page-acts.js';
import { openAs, submitLogIn } from './session.js';
import { useStage } from './stage.js';

const desktop = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };
/** Every e-mail address is shown in this masked form until support states a reason. */
const veiled = 'p•••@p•••.example';
const stage = useStage('support-console');
let support: Person;
let assessors: Person[];
let owner: Person;

beforeAll(async () => {
  support = await supportAgent(stage.system);
  assessors = await Promise.all([1, 2, 3, 4].map(() => Person.approvedAssessor(stage.system)));
  owner = await onboardedOwner(stage.system, assessors);
});

async function visitAs(person: Person, path: string, options = desktop): Promise<Page> {
  const { page } = await stage.phone(options);
  await openAs(page, person, path);
  return page;
}

const grant = (userId: string, amount: number, reason: string) =>
  support.expect(supportRoutes.grant, { params: { userId }, body: { amount, reason } });
const entriesOf = async (userId: string) =>
  (await support.expect(supportLedgerRoutes.getAccountStatement, { params: { userId }, query: {} })).entries;

async function refundedOwner(): Promise<Person> {
  const person = await onboardedOwner(stage.system, assessors);
  await grant(person.userId, 280, 'for the long wait');
  const [photo] = await person.photos('bank');
  const params = { photoId: photo!._id };
  const commentsSelected: [number, number][] = [[1, 1]];
  const asked = { ratingRequired: true, commentsRequired: true, commentsNegative: true, commentsSelected };
  const body = { ...asked, testLimit: 1, minComments: 1 };
  await person.expect(assessmentSettingsRoutes.reactivate, { params, body });
  await person.expect(photosRoutes.deactivate, { params });
  await eventually(async () => expect((await entriesOf(person.userId))[0]?.code).toBe('refund'));
  return person;
}

/** Expects that the whole element is visible without scrolling. */
async function expectInSight(target: Locator): Promise<void> {
  await target.waitFor();
  const box = (await target.boundingBox())!;
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.y + box.height).toBeLessThanOrEqual(desktop.viewport.height);
}

describe('"Why is the balance 280, and was the refund made?"', () => {
  let userId: string;
  beforeAll(async () => {
    ({ userId } = await refundedOwner());
  });

  it('is answered after the id of the account by one key', async () => {
    const page = await visitAs(support, '/support');
    const keys = new KeyboardPerson(page);
    await page.getByRole('heading', { name: 'Search' }).waitFor();
    await keys.press('/');
    await page.keyboard.type(userId);
    await keys.press('Enter');
    await expectInSight(page.getByRole('heading', { name: 'Why is the balance 280?' }));
    await expectInSight(page.getByText(/^Yes: 1 refund of 5 tokens together/));
    await keys.expectFocusKept();
  });

  it('stays a question about one person while the page scrolls, in rows of 36 px', async () => {
    const page = await visitAs(support, `/support/accounts/${userId}`);
    const rows = page.getByRole('table', { name: /^Entries/ }).getByRole('row');
    await page.getByRole('link', { name: /^Transfer of Refunded/ }).waitFor();
    expect(Math.round((await rows.nth(1).boundingBox())!.height)).toBeLessThanOrEqual(37);
    await page.setViewportSize({ width: 1280, height: 400 });
    await rows.last().scrollIntoViewIfNeeded();
    const line = (await page.getByText(userId, { exact: true }).boundingBox())!;
    expect(line.y).toBeGreaterThan(0);
    expect(line.y).toBeLessThan(120);
  });
});

it('shows the button of a form without scrolling', async () => {
  const page = await visitAs(support, `/support/accounts/${owner.userId}/correct`);
  await expectInSight(page.getByRole('button', { name: 'Review' }));
  await page.goto('/support/passkeys');
  await reads(page, 'No personal passkeys yet');
  await expectInSight(page.getByRole('button', { name: 'Make a batch' }));
});

it('goes from an exact address through its account and a transfer to a correction with the keyboard alone', async () => {
  const starter = await onboardedOwner(stage.system, assessors);
  const page = await visitAs(support, '/support');
  const keys = new KeyboardPerson(page);
  await page.getByRole('heading', { name: 'Search' }).waitFor();
  await keys.press('/');
  await page.keyboard.type(starter.email);
  await keys.press('Enter');
  await page.getByText(veiled).waitFor();
  await page.getByRole('heading', { name: 'Why is the balance 0?' }).waitFor();
  await keys.expectFocusKept();
  await keys.activate(page.getByRole('link', { name: /^Transfer of Assessment started/ }));
  await page.getByRole('heading', { name: 'Transfer: Assessment start' }).waitFor();
  await keys.activate(page.getByRole('link', { name: 'Correct this transfer' }));
  await page.getByRole('heading', { name: 'Give or take back tokens' }).waitFor();
  await keys.type(page.getByLabel('Tokens', { exact: true }), '15');
  await keys.type(page.getByLabel('Reason'), 'started by mistake');
  await keys.type(page.getByLabel('Ticket (if there is one)'), 'T-7');
  await keys.activate(page.getByRole('button', { name: 'Review' }));
  await page.getByText('The available tokens go from 0 to 15.').waitFor();
  await keys.activate(page.getByRole('button', { name: 'Book it' }));
  await page.getByRole('heading', { name: 'Why is the balance 15?' }).waitFor();
  await keys.expectFocusKept();
  const [newest] = await entriesOf(starter.userId);
  expect(newest).toMatchObject({ code: 'correction', amount: 15, balance: 15 });
});

it('has staff set up a second factor, which the log-in then asks for', async () => {
  const staff = await supportAgent(stage.system, 'support-second-factor@people.example');
  const page = await visitAs(staff, '/support/second-factor');
  await page.getByLabel('Your password').fill(staff.password);
  await press(page, 'Begin');
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const link = await page.getByRole('link', { name: 'Open in an authenticator app' }).getAttribute('href');
  const secret = new URL(link!).searchParams.get('secret')!;
  await page.getByLabel('Code that the app shows').fill('000 000');
  await press(page, 'Confirm');
  await page.getByText('This code is not valid.').waitFor();
  await page.getByLabel('Code that the app shows').fill(codeOfApp(secret));
  await press(page, 'Confirm');
  await page.getByText('They are shown only once.').waitFor();
  const [recoveryCode] = await page.getByRole('main').getByRole('listitem').allTextContents();
  await press(page, 'I have saved them');
  await page.getByText('Recovery codes left').waitFor();

  const { page: elsewhere } = await stage.phone();
  await elsewhere.goto('/login');
  await submitLogIn(elsewhere, staff);
  await elsewhere.getByLabel('Authenticator code').fill('000000');
  await press(elsewhere, 'Submit');
  await elsewhere.getByText('This code is not valid.').waitFor();
  await press(elsewhere, 'Use a recovery code instead');
  await elsewhere.getByLabel('Recovery code').fill(recoveryCode!);
  await press(elsewhere, 'Submit');
  await elsewhere.getByRole('heading', { name: 'Search' }).waitFor();
  await elsewhere.goto('/support/second-factor');
  await elsewhere.getByText('9', { exact: true }).waitFor();
});

it('books a large amount once a second person has approved it, and leads from the transfer to what it corrects', async () => {
  const reason = 'paid twice';
  const person = await Person.signedUp(stage.system);
  const [welcome] = await entriesOf(person.userId);
  const path = `/support/accounts/${person.userId}/correct?transfer=${welcome?.transferId}`;
  const page = await visitAs(support, path);
  await page.getByLabel('Tokens', { exact: true }).fill(String(APPROVAL_TOKENS + 1));
  await page.getByLabel('Reason').fill(reason);
  await press(page, 'Review');
  await page.getByText(`You can book only ${APPROVAL_TOKENS} tokens on your own now.`).waitFor();
  await press(page, 'Ask for it');
  const own = page.getByRole('row', { name: reason });
  await own.getByText('Somebody else has to approve it.').waitFor();
  expect(await own.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  expect(await entriesOf(person.userId)).toHaveLength(1);

  const second = await supportAgent(stage.system, 'second-agent@people.example');
  const other = await visitAs(second, '/support/corrections');
  await other.getByRole('row', { name: reason }).getByRole('button', { name: 'Approve' }).click();
  await other.getByRole('alertdialog').getByLabel('Reason').fill('seen the receipt');
  await other.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  const booked = other.getByRole('row', { name: new RegExp(`${reason}.*Booked.*seen the receipt`) });
  await booked.getByRole('link', { name: 'Transfer', exact: true }).click();
  await other.getByRole('region', { name: 'What it corrects' }).getByRole('link').click();
  await other.getByRole('region', { name: 'Corrected by' }).getByRole('link').waitFor();
  expect((await entriesOf(person.userId))[0]).toMatchObject({
    amount: APPROVAL_TOKENS + 1,
    balance: APPROVAL_TOKENS + 41,
  });
});

it('adds a passkey whose secret is shown once and works, and revokes it', async () => {
  const name = 'spring';
  const page = await visitAs(support, '/support/passkeys');
  await page.locator('summary', { hasText: 'Add a shared passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Reason').last().fill('more assessors');
  await press(page, 'Add a shared passkey');
  await reads(page, 'It is shown only once. Copy it now; nobody can read it again.');
  const passkey = (await page.locator('code').last().textContent()) ?? '';
  await press(page, 'I have copied it');
  await page.getByText(passkey).waitFor({ state: 'detached' });
  const assessor = await Person.signedUp(stage.system);
  await assessor.expect(identityRoutes.approveAssessor, { body: { passkey } });
  await press(page, `Revoke ${name}`);
  await press(page, 'Revoke');
  await reads(page, 'Please say why, in up to 500 characters.');
  await page.getByRole('alertdialog').getByLabel('Reason').fill('spring is over');
  await press(page, 'Revoke');
  await reads(page, `${name} is revoked.`);
  const late = await Person.signedUp(stage.system);
  expect((await late.call(identityRoutes.approveAssessor, { body: { passkey } })).status).not.toBe(200);
});
