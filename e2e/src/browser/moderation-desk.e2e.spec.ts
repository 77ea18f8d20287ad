import { supportAgent } from '@candid/testing';
import { beforeAll, expect, it } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import type { Cast } from '../screens/cast.js';
import {
  asContract,
  decision,
  desk,
  idOf,
  minutesFromNow,
  queued,
  queueOf,
  shownCase,
} from '../screens/moderation-answers.js';
import { KeyboardPerson } from './keyboard.js';
import { reads } from './page-acts.js';
import { openAs } from './session.js';
import { useStage } from './stage.js';

const desktop = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };
const filterOfPhoto = `getComputedStyle(document.querySelector('main img')).filter`;
const stage = useStage('moderation-desk');
let moderator: Awaited<ReturnType<typeof supportAgent>>;

beforeAll(async () => {
  moderator = await supportAgent(stage.system, 'desk-moderator@people.example');
});

/** Stub of three cases that reflects claims, decisions and undos. The services' specs test the decisions themselves. */
class Cases {
  readonly sent: { readonly act: string; readonly caseId: string; readonly body: unknown }[] = [];
  private readonly waiting = new Set([1, 2, 3].map((number) => idOf('ca5e', number)));
  private readonly claims = new Map<string, string>();

  async answer(page: Page): Promise<void> {
    await desk()(page, {} as Cast);
    await page.route(/\/support\/moderation\/cases(\?.*)?$/, (route) =>
      route.fulfill({ json: queueOf([...this.waiting].sort().map((caseId) => this.row(caseId))) }),
    );
    await page.route(/\/support\/moderation\/cases\/[^/?]+(\/\w+)?$/, (route) =>
      route.fulfill({ json: this.act(route.request()) }),
    );
  }

  private act(request: Request): unknown {
    const [caseId = '', act] = new URL(request.url()).pathname.split('/cases/')[1]?.split('/') ?? [];
    if (act) this.sent.push({ act, caseId, body: request.postDataJSON() });
    if (act === 'claim') this.claims.set(caseId, moderator.userId);
    if (act === 'decide') this.waiting.delete(caseId);
    if (act === 'undo') this.waiting.add(caseId);
    const isOpen = this.waiting.has(caseId);
    const decided = {
      status: 'decided',
      decision: 'removePhoto',
      decisions: [decision({ decidedBy: moderator.userId })],
    };
    return asContract('getCase', {
      success: true,
      case: shownCase({ caseId, ...this.claimOf(caseId), ...(!isOpen && decided) }),
    });
  }

  private row(caseId: string): object {
    return queued(Number(caseId.slice(-3)), this.claimOf(caseId));
  }

  private claimOf(caseId: string): object {
    const claimedBy = this.claims.get(caseId) ?? null;
    return { claimedBy, claimedUntil: claimedBy && minutesFromNow(30) };
  }
}

async function visitDesk(cases: Cases, options = desktop): Promise<Page> {
  const { page } = await stage.phone(options);
  await cases.answer(page);
  await openAs(page, moderator, '/support');
  await page.waitForURL('**/support/moderation');
  await reads(page, '3 cases waiting, none is late');
  return page;
}

it('takes a moderator through the queue by the keyboard alone: look, decide, go on, take back', async () => {
  const cases = new Cases();
  const page = await visitDesk(cases);
  const keys = new KeyboardPerson(page);
  await keys.press('j');
  await page.waitForURL(`**/moderation?case=${idOf('ca5e', 2)}`);
  await keys.expectFocusKept();
  await keys.press('Enter');
  await page.getByRole('img', { name: 'The reported photo, blurred' }).waitFor();
  expect(await page.evaluate(filterOfPhoto)).toContain('blur');
  await keys.press('b');
  await page.getByRole('img', { name: 'The reported photo', exact: true }).waitFor();
  expect(await page.evaluate(filterOfPhoto)).toBe('none');

  await keys.press('2');
  await page.getByRole('dialog', { name: 'Decide the case' }).waitFor();
  await keys.type(page.getByLabel('Reasons, as the person reads them'), ' The 2nd one.');
  await page.getByRole('region', { name: 'What the person reads' }).getByText('The 2nd one.').waitFor();
  await keys.press('Control+Enter');
  await page.waitForURL(`**/moderation/${idOf('ca5e', 3)}`);
  await keys.expectFocusKept();
  await page.getByRole('img', { name: 'The reported photo, blurred' }).waitFor();
  expect(cases.sent.map(({ act, caseId }) => [act, caseId])).toEqual([
    ['claim', idOf('ca5e', 2)],
    ['decide', idOf('ca5e', 2)],
  ]);
  expect(cases.sent[1]?.body).toMatchObject({ decision: 'removePhoto', rule: 'adults' });

  await reads(page, 'The photo is removed.');
  await keys.press('Control+z');
  await page.waitForURL(`**/moderation/${idOf('ca5e', 2)}`);
  expect(cases.sent.at(-1)).toMatchObject({ act: 'undo', caseId: idOf('ca5e', 2) });
  await reads(page, '2 of 3');
  await keys.press('Escape');
  await page.waitForURL(`**/moderation?case=${idOf('ca5e', 2)}`);
  await reads(page, '3 cases waiting, none is late');
});

it('works by touch, and shows a moderator nothing of support', async () => {
  const cases = new Cases();
  const { page } = await stage.phone();
  await cases.answer(page);
  await openAs(page, moderator, `/support/moderation/${idOf('ca5e', 1)}`);
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('img', { name: 'The reported photo', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Decide', exact: true }).click();
  await page.getByRole('dialog').getByText('Ask for a crop').click();
  await page.getByRole('button', { name: 'Ask for another crop' }).click();
  await page.waitForURL(`**/moderation/${idOf('ca5e', 2)}`);
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Search' }).count()).toBe(0);
  await page.goto('/support/trial-balance');
  await page.getByRole('heading', { name: '404 Not Found' }).waitFor();
});
