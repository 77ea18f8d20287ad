import { z } from 'zod';

export const ANALYTICS_EVENTS_MAX = 50;

/** Something that happened on a screen, said without saying who: names and props are the app's own words. */
export const AnalyticsEvent = z.object({
  name: z.string().regex(/^[A-Za-z][\w.-]{0,63}$/),
  path: z.string().max(512).nullish(),
  props: z
    .record(z.string().regex(/^[A-Za-z]\w{0,39}$/), z.union([z.string().max(200), z.number(), z.boolean(), z.null()]))
    .refine((props) => Object.keys(props).length <= 20, { message: 'at most 20 props' })
    .optional(),
});
export type AnalyticsEvent = z.infer<typeof AnalyticsEvent>;

export const AnalyticsBatch = z.object({ events: z.array(AnalyticsEvent).max(ANALYTICS_EVENTS_MAX) });
