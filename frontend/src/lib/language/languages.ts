import type { Language } from '@candid/contracts';
import { language } from './language';

/** Each language by its own name. */
export const languageNames = { en: 'English', de: 'Deutsch' } as const satisfies Record<Language, string>;

/** The language of this build, without its region. */
export const pageLanguage = language.slice(0, 2) as Language;
