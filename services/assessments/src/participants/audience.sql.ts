/** SQL expressions. */
interface Description {
  gender: string;
  interestedIn: string;
  bornFrom: string;
}

/** Returns the columns of the assessor's description. `assessor` is an alias of the table `participant`. */
export const descriptionOf = (assessor: string): Description => ({
  gender: `${assessor}.gender`,
  interestedIn: `${assessor}.interested_in`,
  bornFrom: `${assessor}.born_from`,
});

/** SQL expressions. */
interface Audience {
  seeksGender: string;
  seeksAgeFrom: string;
  seeksAgeTo: string;
  gender: string;
}

/** Returns the columns of the owner's audience. `owner` is an alias of the table `participant`. */
export const audienceOf = (owner: string): Audience => ({
  seeksGender: `${owner}.seeks_gender`,
  seeksAgeFrom: `${owner}.seeks_age_from`,
  seeksAgeTo: `${owner}.seeks_age_to`,
  gender: `${owner}.gender`,
});

/** SQL that is true if the owner names a gender or an age. */
export const hasAudience = ({ seeksGender, seeksAgeFrom, seeksAgeTo }: Audience): string =>
  `num_nonnulls(${seeksGender}, ${seeksAgeFrom}, ${seeksAgeTo}) > 0`;

/**
 * SQL that is true if the assessor belongs to the audience, which is the group of people that the owner's profile addresses. An
 * owner who names neither a gender nor an age has no audience. A missing gender or birth year excludes an assessor from
 * audiences that name a gender or an age; a missing interest does not. Ages use the middle of the birth year band.
 *
 * @param at SQL for the current time
 */
export function isOfAudience(assessor: Description, audience: Audience, at: string): string {
  const { seeksGender, seeksAgeFrom, seeksAgeTo, gender } = audience;
  const bornBefore = (age: string): string => `extract(year from ${at})::int - 2 - ${age}`;
  return `(${hasAudience(audience)}
    and (${seeksGender} is null or ${assessor.gender} = ${seeksGender})
    and (${seeksAgeFrom} is null or ${assessor.bornFrom} <= ${bornBefore(seeksAgeFrom)})
    and (${seeksAgeTo} is null or ${assessor.bornFrom} >= ${bornBefore(seeksAgeTo)})
    and (coalesce(${assessor.interestedIn}, 'All') = 'All' or coalesce(${gender}, 'Another') = 'Another'
      or ${assessor.interestedIn} = case ${gender} when 'Man' then 'Men' else 'Women' end))`;
}
