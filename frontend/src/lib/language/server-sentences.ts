import texts from '../../../texts/de/server-sentences.json' with { type: 'json' };
import { longDayOf } from './language';
import { filled } from './message';

const sentences = new Map(Object.entries(texts));

/** Matches sentences with values. The first pattern that matches counts. */
const patterns = [...sentences]
  .filter(([english]) => english.includes('{'))
  .map(([english, own]) => ({ pattern: patternOf(english), own }));

function patternOf(english: string): RegExp {
  const literal = english.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll(/\{(\w+)\}/g, '(?<$1>.+?)')}$`);
}

/** Translates all texts of an answer, which is JSON, and leaves other strings as they are. */
export const withOwnSentences = <Answered>(answer: Answered): Answered =>
  JSON.parse(JSON.stringify(answer ?? null), (_, part) => (typeof part === 'string' ? ownSentence(part) : part));

/** Translates the parts of a list with semicolons separately. Returns the English text if there is no translation. */
function ownSentence(english: string): string {
  const exact = sentences.get(english);
  if (exact !== undefined) return exact;
  if (english.includes('; ')) return english.split('; ').map(ownSentence).join('; ');
  for (const { pattern, own } of patterns) {
    const found = pattern.exec(english)?.groups;
    if (!found) continue;
    const values = Object.entries(found).map(([name, value]) => [name, ownValue(name, value)]);
    return filled(own, Object.fromEntries(values));
  }
  return english;
}

/** A value is a day, a text that may have a translation, or a list of such texts. */
function ownValue(name: string, value: string): string {
  if (name === 'day') return longDayOf(new Date(value));
  const own = ownSentence(value);
  return own === value ? value.split(', ').map(ownSentence).join(', ') : own;
}
