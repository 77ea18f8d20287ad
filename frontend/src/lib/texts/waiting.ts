import { plural } from '../language/language';

const lateThan = (isMeasured: boolean): string => `later than ${isMeasured ? 'usual' : 'planned'}`;

/** Texts about when ratings come in. All times are the server's, measured or planned. */
export const waitingTexts = {
  next: { first: 'First rating', next: 'Next rating', last: 'Last rating' },
  inAbout: (rating: string, time: string) => `${rating} in about ${time}`,
  late: (rating: string, isMeasured: boolean) => `${rating} is ${lateThan(isMeasured)}`,
  allBy: (time: string) => `all by about ${time}`,
  by: (time: string) => `by about ${time}`,
  lateShort: lateThan,
  planned: (line: string) => `${line} (planned, not measured yet)`,
  leave: 'You can close this page. We email you once they are in, unless you switched this off in Preferences.',
  rated: (done: number, limit: number) =>
    done === 0
      ? plural(limit, { one: 'Waiting for # person', other: 'Waiting for # people' })
      : `${done} of ${plural(limit, { one: '# person has', other: '# people have' })} rated it`,
};
