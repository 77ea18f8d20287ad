/** What the device shows of the installed app, and what a person reads when a newer one waits. */
export const installTexts = {
  description: 'Find your best photos and build the perfect dating profile, using feedback from real people.',
  shortcutPhotos: 'My Photos',
  shortcutPhotosText: 'Your planner, bank and running assessments',
  shortcutAssess: 'Assess',
  shortcutAssessText: 'Rate photos and earn tokens',
  shortcutTokens: 'Tokens',
  shortcutTokensText: 'Your balance',
  updateReady: 'A new version of Candid is ready.',
  update: 'Reload',
  updateLater: 'Later',
};
