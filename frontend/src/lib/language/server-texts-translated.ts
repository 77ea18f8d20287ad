import type { Catalogue } from '@candid/contracts';

/** Routes whose answers contain sentences that the app shows. */
const routesWithSentences = [
  ...['getRaterStanding', 'appealRaterStanding', 'changePassword', 'sendFeedback'],
  ...['reconcile', 'listReconciliations', 'listDeadLetters'],
];
const routesWithPhrases = ['fetchComments', 'fetchGeneralComments'];

/** Loads the translations when they are needed. If they do not load, the English is better than no answer. */
export async function translated<Answered>(answer: Answered, route?: string): Promise<Answered> {
  if (route === undefined || routesWithSentences.includes(route)) {
    const sentences = await import('./server-sentences').catch(() => undefined);
    return sentences?.withOwnSentences(answer) ?? answer;
  }
  if (routesWithPhrases.includes(route)) {
    const phrases = await import('./comment-phrases').catch(() => undefined);
    const { data } = answer as Answered & { data: Catalogue };
    return phrases ? { ...answer, data: phrases.withOwnPhrases(data) } : answer;
  }
  return answer;
}
