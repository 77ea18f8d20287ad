import type { Language } from '@candid/contracts';
import messageFormat from '@messageformat/core';
import deAnswers from '../../texts/de/answers.json' with { type: 'json' };
import deLetters from '../../texts/de/letters.json' with { type: 'json' };
import deStatements from '../../texts/de/statements.json' with { type: 'json' };
import answers from '../../texts/en/answers.json' with { type: 'json' };
import letters from '../../texts/en/letters.json' with { type: 'json' };
import statements from '../../texts/en/statements.json' with { type: 'json' };

/** The types name a default export, but Node imports a CommonJS package as the class itself. */
const MessageFormat = messageFormat as unknown as typeof messageFormat.default;
const formatOf = (language: Language) => new MessageFormat(language, { strict: true, strictPluralKeys: true });

const en = { answers, letters, statements };
const de = { answers: deAnswers, letters: deLetters, statements: deStatements };

const TEXTS: Record<Language, typeof en> = { en, de };
const FORMATS = { en: formatOf('en'), de: formatOf('de') };

type Values = Readonly<Record<string, string | number>>;

export const compiled = (language: Language, message: string) => FORMATS[language].compile(message);

/** Returns the texts of mails. A text with values is an ICU message, which `filled` fills. */
export const textsIn = (language: Language) => ({
  ...TEXTS[language],
  filled: (message: string, values: Values): string => compiled(language, message)(values),
});
