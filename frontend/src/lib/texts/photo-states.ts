/** Texts about held and moderated photos on the dashboard. Other texts about decisions load later. */
export const photoStateTexts = {
  chips: { held: 'On hold', cropWanted: 'Needs a new crop' },
  described: { held: 'on hold', cropWanted: 'needs a new crop' },
  refusals: {
    held: 'This photo is on hold. A moderator decides first.',
    cropWanted: 'This photo needs a new crop before it can be assessed.',
  },
  paused: 'Paused',
};
