export const photos = 1_000_000;
export const raters = 20_000;
const owners = 333_334;
const owner = `(i % ${owners})`;
const thisYear = 'extract(year from now())::int';

export const filledTables = [
  'open_assessment',
  'rated_assessment',
  'rated_owner',
  'hidden_person',
  'assessment_slot',
  'participant',
];

/** Returns SQL that computes an id from its number. The ids are spread evenly. */
export const idOf = (kind: string, number: string): string => `md5('${kind}' || ${number})::uuid`;

/**
 * Fills the feed's tables with a million open photos, each with one to nine of its ten ratings: five million ratings by
 * 20,000 raters. Each owner has one photo assessment of three photos with the same raters, because the feed lists an owner
 * once, at the most urgent photo. Some slots are taken, some owners hide from their own country, and each rater has blocked
 * three people. An audience with an age range of ten years sees 25,000 photos before others do. All raters describe
 * themselves, some with a gender that no owner looks for. `filterBits` is the service's function.
 */
export const loadSql = (filterBits: (assessorId: string) => string): readonly string[] => [
  `create temporary table owner_filter as
   select i as number, (select bit_or(${filterBits('rater')}) from
       (select ${idOf('r', `((i * 5 + j) % ${raters})`)} as rater from generate_series(0, i % 9) j) r) as filter
   from generate_series(0, ${owners - 1}) i`,
  `insert into open_assessment (assessment_id, photo_assessment_id, photo_id, owner_id, is_running, test_limit, accepted, reserved,
     waiting_since, next_since, audience_until, seeks_gender, seeks_age_from, seeks_age_to, owner_gender, has_location_preference, assessor_filter)
   select ${idOf('a', 'i')}, ${idOf('t', owner)}, ${idOf('p', 'i')}, ${idOf('o', owner)}, true, 10, 1 + ${owner} % 9,
     case when i % 500 = 0 then 1 else 0 end,
     now() - interval '40 days' + (${owner}::bigint * 7919 % 2592000) * interval '1 second',
     now() - interval '1 day',
     case when ${owner} % 40 = 7 then now() + interval '1 day' end,
     case ${owner} / 40 % 2 when 0 then 'Woman' else 'Man' end, 20 + ${owner} / 80 % 30, 30 + ${owner} / 80 % 30,
     case ${owner} / 40 % 2 when 0 then 'Man' else 'Woman' end, ${owner} % 10 = 0,
     filter
   from generate_series(1, ${photos}) i join owner_filter on number = ${owner} order by i`,
  `insert into rated_assessment (assessor_id, assessment_id)
   select ${idOf('r', `((${owner} * 5 + j) % ${raters})`)}, ${idOf('a', 'i')}
   from generate_series(1, ${photos}) i, generate_series(0, ${owner} % 9) j`,
  `insert into rated_owner (assessor_id, owner_id, last_rated_at)
   select ${idOf('r', `((i * 5 + j) % ${raters})`)}, ${idOf('o', 'i')}, now() - (i::bigint * 104729 % 2592000) * interval '1 second'
   from generate_series(0, ${owners - 1}) i, generate_series(0, i % 9) j`,
  `insert into hidden_person (hide_id, assessor_id, owner_id, is_by_owner, hidden_at)
   select gen_random_uuid(), ${idOf('r', `(i % ${raters})`)}, ${idOf('o', '(i * 31)')}, false, now()
   from generate_series(1, 3 * ${raters}) i`,
  `insert into assessment_slot (assessment_id, assessor_id, expires_at)
   select ${idOf('a', 'i * 500')}, ${idOf('r', 'i')}, now() + interval '1 hour' from generate_series(1, 2000) i`,
  `insert into participant (user_id, is_approved, country, location_preference, preference_version)
   select ${idOf('o', 'i')}, false, 'C' || i % 40, case when i % 10 = 0 then 'NotMine' else 'All' end, 1
   from generate_series(0, ${owners - 1}) i`,
  `insert into participant (user_id, is_approved, gender, interested_in, born_from)
   select ${idOf('r', 'i')}, true, case i % 10 when 0 then 'Another' when 1 then 'Man' else 'Woman' end, 'All',
     (${thisYear} - 22 - i % 30) / 5 * 5
   from generate_series(0, ${raters - 1}) i`,
];
