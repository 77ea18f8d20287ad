/**
 * The demo's people. `ratings` says how many assessors have rated their first assessment (4 completes it), `extra` how
 * many further photos lie in their bank, `planner` how many they have moved into the Profile Planner.
 */
export const PEOPLE = [
  { name: 'olivia', ratings: 4, extra: 2, planner: 1, lookingFor: ['Man', 'Serious'] },
  { name: 'adam', ratings: 4, extra: 1, planner: 1, lookingFor: ['Woman', 'Either'] },
  { name: 'mei', ratings: 4, extra: 1, planner: 2, lookingFor: ['All', 'Casual'] },
  { name: 'tomas', ratings: 4, extra: 2, planner: 1, lookingFor: ['Woman', 'Serious'] },
  { name: 'noor', ratings: 4, extra: 1, planner: 0, lookingFor: ['Man', 'Either'] },
  { name: 'jonas', ratings: 3, extra: 1, planner: 0, lookingFor: ['Woman', 'Casual'] },
  { name: 'priya', ratings: 2, extra: 0, planner: 0, lookingFor: ['Man', 'Serious'] },
  { name: 'luca', ratings: 2, extra: 1, planner: 0, lookingFor: ['All', 'Either'] },
  { name: 'zanele', ratings: 1, extra: 0, planner: 0, lookingFor: ['Man', 'Either'] },
  { name: 'henrik', ratings: 0, extra: 1, planner: 0, lookingFor: ['Woman', 'Serious'] },
  { name: 'sofia', ratings: null, extra: 0, planner: 0, lookingFor: ['Man', 'Casual'] },
  { name: 'ravi', ratings: null, extra: 0, planner: 0, lookingFor: ['Woman', 'Either'] },
];

/** The demo's log-ins: an owner with results, an assessor with work waiting. */
export const OWNER = 'olivia';
export const ASSESSOR = 'ravi';
