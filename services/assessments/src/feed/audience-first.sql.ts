import { audienceOf, isOfAudience } from '../participants/audience.sql.js';

/** SQL for: the assessment `o` is offered to every assessor now ($2), not only to its audience. */
export const isForEverybody = '(o.audience_until is null or o.audience_until <= $2::timestamptz)';

/** SQL for a column of the assessor's ($1) description that counts now ($2). The database evaluates it once per statement. */
const ownDescription = (column: string): string => `(select case when a.description_counts_from > $2::timestamptz
  then a.counting_${column} else a.${column} end from participant a where a.user_id = $1::uuid)`;

/** SQL for: the assessor ($1) belongs now ($2) to the audience to which the assessment `o` is offered first. */
export const matchesAudience = isOfAudience(
  {
    gender: ownDescription('gender'),
    interestedIn: ownDescription('interested_in'),
    bornFrom: ownDescription('born_from'),
  },
  { ...audienceOf('o'), gender: 'o.owner_gender' },
  '$2::timestamptz',
);
