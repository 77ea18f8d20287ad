import { audienceOf, isOfAudience } from '../participants/audience.sql.js';

/** The assessor ($1) belongs to the audience of the owner of `o` now ($2). */
export const matchesAudience = `exists (select from participant a, participant w
  where a.user_id = $1::uuid and (a.description_counts_from is null or a.description_counts_from <= $2::timestamptz)
    and w.user_id = o.owner_id and ${isOfAudience('a', audienceOf('w'), '$2::timestamptz')})`;

/** Rows only of an assessment that only its audience gets yet. */
export const isOfferedToAudience = `select from audience_first f
  where f.assessment_id = o.assessment_id and f.until > $2::timestamptz`;

/** The same, if the assessor does not belong to the audience. */
export const isOfferedToOthers = `${isOfferedToAudience} and not ${matchesAudience}`;
