/** Routes whose answers contain sentences that the app shows. */
const routesWithSentences = ['getRaterStanding', 'appealRaterStanding', 'changePassword', 'sendFeedback'];

/** Loads the translations when they are needed. If they do not load, the English is better than no answer. */
export async function translated<Answered>(answer: Answered, route?: string): Promise<Answered> {
  if (route === undefined || routesWithSentences.includes(route)) {
    const sentences = await import('./server-sentences').catch(() => undefined);
    return sentences?.withOwnSentences(answer) ?? answer;
  }
  return answer;
}
