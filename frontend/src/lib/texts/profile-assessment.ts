import { plural } from '../language/language';

const people = (count: number): string => plural(count, { one: '# assessor', other: '# assessors' });

function restored(joining: number, leaving: number): string {
  const joins = plural(joining, { one: '# photo goes back into it', other: '# photos go back into it' });
  const leaves = plural(leaving, { one: '# photo goes to your bank', other: '# photos go to your bank' });
  const moves = [...(joining > 0 ? [joins] : []), ...(leaving > 0 ? [leaves] : [])];
  return moves.length > 0 ? `${moves.join(', ')}.` : '';
}

export const profileAssessmentTexts = {
  widget: 'Profile Comments',
  widgetLead: 'Ask a few people how these photos work together.',
  refresh: 'Refresh',
  refreshNew: 'Refresh profile comments, there are new ones',
  open: 'Open profile comments',
  openNew: (count: number) => `Open profile comments, ${count} new`,
  request: 'Request',
  requestComments: 'Request Comments',
  settings: 'Settings',
  end: 'End',
  done: 'See results',
  assessing: 'Assessing...',
  complete: 'All Complete',
  completeLead: 'Your comments are in.',
  progress: (done: number, limit: number, time: string) => `${done} of ${people(limit)} done • ${time} left (planned)`,
  left: (time: string) => `Assessing... ${time} left (planned)`,
  progressDone: (limit: number) => `${people(limit)} done`,
  endedEarly: (hasComments: boolean) =>
    hasComments ? 'The last round ended without ratings' : 'Ended before anyone rated',
  noted: 'Profile assessment done',
  loadFailed: 'Failed to load data. Please try again later.',

  submitted: (time: string) => `Your profile assessment has started. We plan about ${time} for it.`,
  updated: 'Profile assessment updated',

  panel: 'Assessments (Profile Comments)',
  none: "You haven't requested any profile assessments yet.",
  activeProfile: 'Active Profile',
  openOne: 'Open the profile assessment of',
  actionOf: (action: string, when: string) => `${action}: profile assessment of ${when}`,
  more: (count: number) => `+${count}`,
  showAll: (count: number) => `Show all ${count}`,
  showFewer: 'Show fewer',

  view: 'Profile assessment',
  tabs: 'About this profile',
  comments: 'Comments',
  assessments: 'Assessments',
  preview: (count: number) => plural(count, { one: 'Your profile, # photo', other: 'Your profile, # photos' }),
  photo: (position: number) => `Profile photo ${position}`,
  previous: 'Newer profile assessment',
  next: 'Earlier profile assessment',
  range: 'Confidence range',
  rangeLead: (assessors: number) => (assessors === 0 ? 'No ratings yet' : `From ${people(assessors)}`),
  noRatings: 'No ratings yet',
  current: 'Current assessment',
  past: 'Earlier assessment',
  toggles: 'No sliders used, so no score',
  earlierRatings: 'Show earlier ones',
  waiting: 'Comments appear here as they arrive.',

  settingsTitle: 'Profile Assessment',
  settingsLead: 'Assessors see your whole profile and comment on the set.',
  assessorsHint: 'More people give a more certain result.',
  assessorsFixed: 'Five people for your first profile.',
  alreadyDone: (count: number) => `${people(count)} done already.`,
  starting: 'Starting...',
  update: 'Update assessment',
  updating: 'Updating...',
  noAssessor: 'Please select at least 1 evaluator',
  insufficient: 'Insufficient tokens. Please purchase more tokens.',
  failed: 'Failed to submit evaluation request',

  endTitle: 'End this profile assessment?',
  endText: (tokens: number) =>
    `You keep the comments you have, and get ${tokens} tokens back for the assessors who have not finished.`,
  keep: 'Keep it',
  refundTitle: 'Tokens refunded',
  refunded: (tokens: number) => `You have been refunded ${tokens} tokens.`,

  restoreTitle: 'Ask about this profile again?',
  restore: (joining: number, leaving: number) =>
    `Only the photos in your Profile Planner are assessed together. ${restored(joining, leaving)}`,
  restoreConfirm: 'Use these photos',
  restoring: 'Changing your profile...',
  cannotRestoreTitle: 'This profile cannot be assessed again',
  photoGone: 'One of its photos was deleted. You can ask about your current profile instead.',
  photoAssessed:
    'One of the photos is being assessed by itself. Wait until that is done, or ask about your current profile.',
  photoRefused: (reason: string) => `One of its photos cannot go into your Profile Planner. ${reason}`,
  requestCurrent: 'Ask about my current profile',

  changeEnds: (tokens: number) =>
    `Your profile is being assessed as it is now. Changing its photos ends that assessment, and you get ${tokens} tokens back for the assessors who have not finished.`,
  lastEnds: (tokens: number) =>
    `This is the last photo in your Profile Planner. Without it all running assessments end, and you get ${tokens} tokens back for the assessors who have not finished.`,
};
