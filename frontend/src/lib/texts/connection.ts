export const connectionTexts = {
  offline: 'You are offline.',
  unreachable: 'Candid cannot be reached right now.',
  back: 'You are online again.',
  /** For each part of the app: what works without the connection, and what does not work. */
  meanwhile: {
    photos: 'Photos and results cannot be loaded or changed until you are connected. What you saved is safe.',
    assessing:
      'You can continue: your ratings stay on this device, and what you submit is sent once you are connected.',
    feed: 'Photos to assess load once you are connected, and what you submitted is sent automatically.',
    account: 'Your balance and settings cannot be loaded or changed until you are connected.',
    feedback: 'Feedback cannot be sent until you are connected.',
    visitor: 'You need a connection to sign up or log in.',
    reading: 'This page can be read without a connection.',
  },
  notLoaded: 'This screen could not be loaded',
  notLoadedOffline: 'You are offline. It opens as soon as you are connected. Nothing is lost.',
  notLoadedOnline: 'Candid did not answer, or was just updated. Nothing is lost. Please try again.',
  retry: 'Try again',
  retrying: 'Trying again...',
  stillNoAnswer: 'Candid still does not answer. Please try again in a minute.',
};
