import { z } from 'zod';
import { PhotoId } from '../ids.js';
import { routesOf, tableOf } from './route.js';

const defineRoute = routesOf({ tag: 'Live', audience: 'user' });

export const LiveEvents = {
  rating: z.object({ photoId: PhotoId, timesRated: z.int(), testTimesRated: z.int(), testLimit: z.int() }),
  balance: z.object({ tokenCount: z.int() }),
  notification: z.object({ notificationNumber: z.int(), generalNotifNumber: z.int() }),
  /** Moderation sends `held`, `released` and `decided`. They concern the whole account if `photoId` is absent. */
  assessment: z.object({
    testId: z.string().optional(),
    groupId: z.string().optional(),
    photoId: z.string().optional(),
    state: z.enum(['started', 'rated', 'completed', 'ended', 'held', 'released', 'decided']),
  }),
} as const;

export const liveRoutes = tableOf({
  events: defineRoute('GET', '/events', {
    summary: 'Live updates as server-sent events',
    answer: z.string(),
    answerType: 'text/event-stream',
  }),
});
