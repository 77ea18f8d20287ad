import { z } from 'zod';
import { ListedDeadLetter } from '../rpc/support-dead-letters.js';
import { nextCursor, page, routesOf, statedReason, success, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Support', audience: 'support' });

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
