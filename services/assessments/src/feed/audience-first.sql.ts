import { audienceOf, isOfAudience } from '../participants/audience.sql.js';

/** Everybody gets the assessment `o` now ($2), not only its audience. */
export const isForEverybody = '(o.audience_until is null or o.audience_until <= $2::timestamptz)';

/** A part of the description of the assessor ($1) that counts now ($2); a statement looks it up once, not for each row. */
const ownDescription = (column: string): string => `(select a.${column} from participant a where a.user_id = $1::uuid
  and (a.description_counts_from is null or a.description_counts_from <= $2::timestamptz))`;

/** The assessor ($1) belongs now ($2) to the audience whose alone the assessment `o` is. */
export const matchesAudience = isOfAudience(
  {
    gender: ownDescription('gender'),
    interestedIn: ownDescription('interested_in'),
    bornFrom: ownDescription('born_from'),
  },
  { ...audienceOf('o'), gender: 'o.owner_gender' },
  '$2::timestamptz',
);
