import { language } from './language';

/** Returns a label, such as "Too dark", as a part of a sentence. German keeps its capitals, because nouns have them. */
export const inSentence = (label: string): string => (language === 'de' ? label : label.toLowerCase());
