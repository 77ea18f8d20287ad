import { plural } from '../language/language';
import { dashboardTexts } from './dashboard';

export const waitingTexts = {
  first: (all: string) => `${dashboardTexts.firstResults} All are in after about ${all}.`,
  next: (all: string) => `The next rating usually arrives in about 10 minutes. All are in after about ${all}.`,
  leave: 'We will email you once they are in, so you can close this page.',
  rated: (done: number, limit: number) =>
    done === 0
      ? plural(limit, { one: 'Waiting for # person', other: 'Waiting for # people' })
      : `${done} of ${plural(limit, { one: '# person has', other: '# people have' })} rated it`,
};
