import { z } from 'zod';
import { plainText } from '../plain-text.js';
import { FoundThing } from '../rpc/support-trace.js';
import { defineRoute, success } from './route.js';

export const supportTraceRoutes = {
  searchEverything: defineRoute({
    id: 'searchEverything',
    method: 'GET',
    path: '/support/search',
    tag: 'Support',
    audience: 'support',
    summary: 'Accounts by e-mail address or id; photos, assessments, transfers, events and requests by id',
    query: z.object({ q: plainText(1, 254) }),
    answer: z.object({ success, results: z.array(FoundThing).max(20) }),
    status: 200,
    refusals: ['VALIDATION_FAILED', 'FORBIDDEN'],
  }),
} as const;
