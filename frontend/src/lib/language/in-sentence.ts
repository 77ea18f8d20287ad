import { language } from './language';

/** Puts a label, such as "Too dark", into a sentence. German has no lower case for this, because its nouns have capitals. */
export const inSentence = (label: string): string => (language === 'de' ? label : label.toLowerCase());
