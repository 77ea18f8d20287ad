import { z } from 'zod';
import { PhotoId } from '../ids.js';
import { routesOf, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Live', audience: 'user' });

/** What the server-sent events carry as `data`; the SSE event name is the key. */
export const LiveEvents = {
  rating: z.object({ photoId: PhotoId, timesRated: z.int(), testTimesRated: z.int(), testLimit: z.int() }),
  balance: z.object({ tokenCount: z.int() }),
  notification: z.object({ notificationNumber: z.int(), generalNotifNumber: z.int() }),
  /**
   * Of photos by `testId`, of a profile by `groupId`. `held`, `released` and `decided` tell what moderation did about a photo,
   * or about the account where there is no `photoId`.
   */
  assessment: z.object({
    testId: z.string().optional(),
    groupId: z.string().optional(),
    photoId: z.string().optional(),
    state: z.enum(['started', 'rated', 'completed', 'ended', 'held', 'released', 'decided']),
  }),
} as const;

export const liveRoutes = tableOf({
  events: defineRoute({
    method: 'GET',
    path: '/events',
    summary: 'Live updates as server-sent events',
    answer: z.string(),
    answerType: 'text/event-stream',
    refusals: [],
  }),
});
