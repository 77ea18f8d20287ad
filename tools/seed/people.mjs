/**
 * The demo's people. `ratings` says how many assessors have rated their first assessment (4 completes it), `extra` how
 * many further photos lie in their bank, `planner` how many they have moved into the Profile Planner. `is` is what they say of
 * themselves as assessors: gender, interest, first year of the band of birth; some do not say. Three of the owner's four assessors
 * are of her audience, the fewest for which there is a score of its own.
 */
export const PEOPLE = [
  { name: 'olivia', is: ['Woman', 'Men', 1990], ratings: 4, extra: 2, planner: 1, lookingFor: ['Man', 'Serious'] },
  { name: 'adam', is: ['Man', 'Women', 1985], ratings: 4, extra: 1, planner: 1, lookingFor: ['Woman', 'Either'] },
  { name: 'mei', is: ['Woman', 'All', 1995], ratings: 4, extra: 1, planner: 2, lookingFor: ['All', 'Casual'] },
  { name: 'tomas', is: ['Man', 'Women', 1990], ratings: 4, extra: 2, planner: 1, lookingFor: ['Woman', 'Serious'] },
  { name: 'noor', is: ['Woman', 'Men', 1985], ratings: 4, extra: 1, planner: 0, lookingFor: ['Man', 'Either'] },
  { name: 'jonas', is: ['Man', 'Women', 1980], ratings: 3, extra: 1, planner: 0, lookingFor: ['Woman', 'Casual'] },
  { name: 'priya', is: ['Woman', 'Men', 1990], ratings: 2, extra: 0, planner: 0, lookingFor: ['Man', 'Serious'] },
  { name: 'luca', is: ['Man', 'All', 1995], ratings: 2, extra: 1, planner: 0, lookingFor: ['All', 'Either'] },
  { name: 'zanele', is: ['Woman', 'Men', 1980], ratings: 1, extra: 0, planner: 0, lookingFor: ['Man', 'Either'] },
  { name: 'henrik', is: ['Man', 'Women', 1995], ratings: 0, extra: 1, planner: 0, lookingFor: ['Woman', 'Serious'] },
  { name: 'sofia', ratings: null, extra: 0, planner: 0, lookingFor: ['Man', 'Casual'] },
  { name: 'ravi', ratings: null, extra: 0, planner: 0, lookingFor: ['Woman', 'Either'] },
];

/** The demo's log-ins: an owner with results, an assessor with work waiting. */
export const OWNER = 'olivia';
export const ASSESSOR = 'ravi';
