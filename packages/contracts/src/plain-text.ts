import { z } from 'zod';

/** Text that a database and a log can hold: well-formed Unicode, no control characters except line breaks and tabs. */
export const plainText = (lengthMin: number, lengthMax: number) =>
  z
    .string()
    .min(lengthMin)
    .max(lengthMax)
    .refine(
      (text) => text.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(text),
      'contains characters that cannot be stored',
    );
