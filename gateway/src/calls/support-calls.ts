import {
  correlatedEventsRpc,
  type FoundThing,
  findThingsRpc,
  identitySupportRoutes,
  listDeadLettersRpc,
  listSupportActsRpc,
  replayDeadLetterRpc,
  SERVICE_KINDS,
  supportAccountRoutes,
  supportDeadLettersRoutes,
  supportLedgerRoutes,
  supportTraceRoutes,
} from '@candid/contracts';
import { RemoteError } from '@candid/platform';
import { plainRefusal, RefusalError } from '../kernel/refusals.js';
import { ask, type ServiceCall } from '../kernel/services.js';
import {
  auditPage,
  auditPlaceOf,
  callOf,
  isAway,
  newestLetters,
  ofEach,
  ownSteps,
  placeOf,
  timelineOf,
} from '../support/merged-answers.js';
import { compose, type TableCall } from './call-table.js';

const PAGE = 50;
const RETRY_AFTER_SECONDS = 5;
const ACCOUNTS_MAX = 10;
const RESULTS_MAX = 20;
const REQUESTS_MAX = 20;
const EVENTS_MAX = 200;

export const supportCalls: TableCall[] = [
  compose(identitySupportRoutes.findAccounts, async (call, { query: { q, limit = PAGE, ...page } }) => {
    const { accounts, nextCursor } = await call(ask.support.findAccounts, { ...page, query: q, limit });
    const { balances } = await call(ask.tokens.getBalances, { userIds: accounts.map(({ userId }) => userId) });
    const byUser = new Map(balances.map((balance) => [balance.userId, balance]));
    const shown = accounts.map((account) => {
      const { posted = 0, held = 0 } = byUser.get(account.userId) ?? {};
      return { ...account, balance: posted, held };
    });
    return { accounts: shown, nextCursor };
  }),

  compose(supportAccountRoutes.getAccount, async (call, { params }) => {
    const [found, { balance, ...parts }] = await Promise.all([
      call(ask.support.getFoundAccount, params),
      call(ask.supportAccount.getAccount, params),
    ]);
    const { posted, held, available } = balance;
    return { account: { ...found, balance: posted, held, available }, ...parts };
  }),

  compose(supportAccountRoutes.getAccountActivity, async (call, { params }) => {
    const [activity, assessing] = await Promise.all([
      call(ask.support.getAccountActivity, params),
      call(ask.supportAccount.getAccountAssessing, params),
    ]);
    return { ...activity, ...assessing };
  }),

  compose(identitySupportRoutes.answerFeedback, async (call, { params, body }) => {
    if (body.tokens !== undefined) await grantWithAnswer(call, params.feedbackId, body.tokens);
    return call(ask.support.answerFeedback, { ...params, ...body });
  }),

  compose(identitySupportRoutes.listAuditLog, async (call, { query: { cursor, by, limit = PAGE } }) => {
    const asked = { by, limit: limit + 1, ...(cursor !== undefined && { before: auditPlaceOf(cursor) }) };
    // Either all services answer or the call fails: a page without a service's entries would look complete.
    const told = await Promise.all(SERVICE_KINDS.map((service) => call(listSupportActsRpc(service), asked))).catch(
      (error: unknown) => {
        throw isAway(error) ? plainRefusal('UNAVAILABLE', RETRY_AFTER_SECONDS) : error;
      },
    );
    const { entries, nextCursor } = auditPage(
      told.flatMap((page) => page.entries),
      limit,
    );
    const userIds = [...new Set(entries.flatMap(({ userId }) => userId ?? []))];
    const { names } = await call(ask.support.listStaffNames, { userIds });
    const nameOf = new Map<string | null, string>(names.map(({ userId, name }) => [userId, name]));
    return { entries: entries.map((entry) => ({ ...entry, name: nameOf.get(entry.userId) ?? null })), nextCursor };
  }),

  compose(supportDeadLettersRoutes.listDeadLetters, async (call, { query: { cursor, limit = PAGE } }) => {
    const asked = { limit: limit + 1, ...(cursor !== undefined && { before: placeOf(cursor) }) };
    const letters = await ofEach(SERVICE_KINDS, call, listDeadLettersRpc, asked, (told) => told.letters);
    return newestLetters(letters, limit);
  }),

  compose(supportDeadLettersRoutes.replayDeadLetter, (call, { params }) => {
    // If the id names no service, the first service refuses the request and records the refusal.
    const service = SERVICE_KINDS.find((name) => params.letterId.startsWith(`${name}.`)) ?? SERVICE_KINDS[0];
    return call(replayDeadLetterRpc(service), params);
  }),

  compose(supportTraceRoutes.searchEverything, async (call, { query }) => {
    const q = query.q.trim();
    if (q === '') return { results: [] };
    const [accounts, things] = await Promise.all([accountsFor(call, q), thingsOf(call, q)]);
    const named = things.map(({ requestId: _, ...thing }) => ({ ...thing, title: callOf(thing.title) ?? thing.title }));
    return { results: onceEach([...accounts, ...named]).slice(0, RESULTS_MAX) };
  }),

  compose(supportTraceRoutes.getCorrelation, async (call, { params: { requestId } }) => {
    const timeline = await timelineOf(call, [requestId]);
    if (timeline.length > 0) return { requestId, timeline };
    const event = (await thingsOf(call, requestId)).find(({ kind }) => kind === 'event');
    if (!event?.requestId) throw new RefusalError('NOT_FOUND', 'There is no such request.');
    return { requestId: event.requestId, timeline: await timelineOf(call, [event.requestId]) };
  }),

  compose(supportLedgerRoutes.getTransfer, async (call, { params }) => {
    const trace = await call(ask.tokens.getTransfer, params);
    const requestIds = trace.correlatedRequests.map(({ requestId }) => requestId).slice(0, REQUESTS_MAX);
    const others = requestIds.length === 0 ? [] : SERVICE_KINDS.filter((service) => service !== 'tokens');
    const asked = { correlationIds: requestIds, limit: EVENTS_MAX };
    const [timeline, elsewhere] = await Promise.all([
      timelineOf(call, requestIds, ownSteps(trace)),
      ofEach(others, call, correlatedEventsRpc, asked, (told) => told.events),
    ]);
    const correlatedEvents = [...trace.correlatedEvents, ...elsewhere].sort((a, b) => a.at.localeCompare(b.at));
    const causeEvent = correlatedEvents.find(({ eventId }) => eventId === trace.transfer.causeEventId) ?? null;
    return { ...trace, causeEvent, correlatedEvents, timeline };
  }),
];

/**
 * The grant comes before the answer, because the mail mentions it. The reservation refuses answers without these tokens
 * meanwhile. Each step is idempotent by message: a repeat books nothing more and completes the answer.
 */
async function grantWithAnswer(call: ServiceCall, feedbackId: string, tokens: number): Promise<void> {
  const { entry } = await call(ask.support.reserveFeedbackAnswer, { feedbackId, tokens });
  if (entry.userId === null || entry.answer !== null) return;
  const why = { reason: 'Given with the answer to a message', ticket: feedbackId };
  const given = { userId: entry.userId, amountTokens: tokens, answers: feedbackId };
  try {
    await call(ask.tokens.grant, { ...given, ...why });
  } catch (error) {
    const isUnclear = !(error instanceof RemoteError) || error.code === 'UNAVAILABLE' || error.code === 'INTERNAL';
    if (!isUnclear) await call(ask.support.reserveFeedbackAnswer, { feedbackId, tokens: null });
    throw error;
  }
}

async function accountsFor(call: ServiceCall, query: string): Promise<FoundThing[]> {
  const asked = { query, limit: ACCOUNTS_MAX };
  const accounts = await ofEach(
    ['identity'],
    call,
    () => ask.support.findAccounts,
    asked,
    (told) => told.accounts,
  );
  return accounts.map(({ userId, email: title, createdAt: at }) => ({
    kind: 'account',
    id: userId,
    userId,
    title,
    at,
  }));
}

const thingsOf = (call: ServiceCall, id: string) =>
  id === '' ? [] : ofEach(SERVICE_KINDS, call, findThingsRpc, { id }, (told) => told.things);

/** Keeps the earliest entry of each kind and id, because several services may return the same request. */
function onceEach(found: FoundThing[]): FoundThing[] {
  const byId = new Map<string, FoundThing>();
  for (const thing of found) {
    const key = `${thing.kind} ${thing.id}`;
    const known = byId.get(key);
    if (!known || (thing.at ?? '') < (known.at ?? '')) byId.set(key, thing);
  }
  return [...byId.values()];
}
