import { plural } from '../language/language';

export const dialogTexts = {
  firstWarningTitle: 'Start your first assessment over?',
  firstWarningText:
    'Both photos belong to your first assessment. If you remove this one, the ratings of the other photo are deleted too. You get back the tokens of the assessors who have not finished and, the first time only, the tokens spent on ratings.',
  firstWarningConfirm: 'Start over',
  keep: 'Keep it',
  endTitle: 'End this assessment?',
  endText: (tokens: number) =>
    tokens === 0
      ? 'The photo goes back to where it came from, with the ratings it has.'
      : `The photo goes back to where it came from, with the ratings it has. You get ${tokens} tokens back for the assessors who have not finished.`,
  endConfirm: 'End Assessment',
  deleteTitle: 'Permanently delete this photo?',
  replacedTitle: 'Permanently delete the old photo?',
  replacedText: 'Your new crop is in your Photo Bank. The old photo stays as it is and cannot be assessed.',
  deleteText: 'All ratings and comments will also be permanently deleted.',
  deleteConfirm: 'Delete',
  changeTitle: 'Change your profile?',
  changeConfirm: 'Change it',
  refundTitle: 'Tokens refunded',
  refundText: (tokens: number) => `You have been refunded ${tokens} tokens.`,
  resetText:
    'Your first assessment starts over. Your remaining photos are in your Photo Bank; use them to start again.',
  startedTitle: 'First assessment started',
  startedText:
    'Four people will rate each photo from 1 to 20 and say why. We email you when the first rating is in, unless you switched this off in Preferences.',
  startedConfirm: 'Got it',
  cancelTitle: 'Cancel this assessment?',
  cancelText: (photos: number) =>
    `You would have to choose ${plural(photos, { one: 'the photo', other: 'the # photos' })} again. Nothing has been uploaded and no tokens have been spent.`,
  cancelKeep: 'Keep going',
  notificationsTitle: 'Notifications',
  newSince: 'New results since you last looked',
  newRatings: (count: number) =>
    plural(count, { one: '# new result since you last looked', other: '# new results since you last looked' }),
  newRatingsOf: (ratings: number, score: number | null) => {
    const said = plural(ratings, { one: '# new rating', other: '# new ratings' });
    return score === null ? said : `${said} · now ${score}`;
  },
  noNotifications:
    'Nothing new. Ratings show up here when they come in. We also email you after the first and the last one, unless you switched this off in Preferences.',
};
