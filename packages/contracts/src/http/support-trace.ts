import { z } from 'zod';
import { plainText } from '../plain-text.js';
import { FoundThing, ListedDeadLetter, TimelineStep } from '../rpc/support-trace.js';
import { nextCursor, page, routesOf, statedReason, success, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Support', audience: 'support' });

export const supportTraceRoutes = tableOf({
  searchEverything: defineRoute('GET', '/support/search', {
    summary: 'Accounts by e-mail address or id; photos, assessments, transfers, events and requests by id',
    query: z.object({ q: plainText(1, 254) }),
    answer: z.object({ success, results: z.array(FoundThing).max(20) }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  getCorrelation: defineRoute('GET', '/support/requests/{requestId}', {
    summary: 'What became of a request in every service, in order of time; also by the id of one of its events',
    params: z.object({ requestId: z.string().regex(/^[\x21-\x7e]{1,128}$/) }),
    answer: z.object({ success, requestId: z.string(), timeline: z.array(TimelineStep) }),
    refusals: ['FORBIDDEN', 'NOT_FOUND'],
  }),
});

export const supportDeadLettersRoutes = tableOf({
  listDeadLetters: defineRoute('GET', '/support/dead-letters', {
    summary: 'Events and work that the services could not deal with and have put aside, newest first',
    query: z.object({ cursor: z.string().max(600).optional(), limit: page.limit }),
    answer: z.object({ success, letters: z.array(ListedDeadLetter), nextCursor }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  replayDeadLetter: defineRoute('POST', '/support/dead-letters/{letterId}/replay', {
    summary: 'Deal with it once more: an event at once, work in its queue',
    params: z.object({ letterId: z.string().regex(/^[\x21-\x7e]{1,400}$/) }),
    body: z.object(statedReason),
    answer: z.object({ success, replayed: z.boolean() }),
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),
});
