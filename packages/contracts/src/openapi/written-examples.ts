import { EXAMPLE_USER } from './examples.js';

type Written = Partial<Record<'params' | 'query' | 'body', Record<string, unknown>>> & { answer?: unknown };

/** Examples by route id, for parts with rules that a schema cannot express. */
export const WRITTEN: Record<string, Written> = {
  uploadPhotos: {
    body: {
      userId: EXAMPLE_USER,
      section: 'testing',
      testLimit: 4,
      ratingRequired: 'true',
      commentsRequired: 'true',
      commentsNegative: 'true',
      commentsSelected: '[[1,1],[1,2]]',
      minComments: 1,
      crops: '[{"turn":0,"tilt":0,"left":0.2,"top":0.1,"width":0.6,"height":0.56},null]',
    },
  },
  previewPicture: { answer: { success: true, width: 3024, height: 4032, picture: 'data:image/jpeg;base64,/9j/4AAQ…' } },
  getOriginal: { answer: { success: true, width: 3024, height: 4032, picture: 'data:image/jpeg;base64,/9j/4AAQ…' } },
  cropAgain: { body: { crop: { turn: 0, tilt: -1.5, left: 0.2, top: 0.1, width: 0.6, height: 0.56 } } },
  submitRatings: {
    body: {
      userId: EXAMPLE_USER,
      raterId: '5a1fd1a4-2b55-4d58-8a63-9a0a0c0f1b77',
      ratings: [{ photoId: '7e0a4f3b-5a51-4f6e-9a44-6b1c5b6d1f02', rating: 14, comments: [[1, 1, 16]] }],
    },
  },
  registerGoldTest: {
    body: {
      finePhotoId: '7e0a4f3b-5a51-4f6e-9a44-6b1c5b6d1f02',
      badPhotoId: '0f6d2c84-9b0e-4b5d-8d3c-2a1f7e9c4b16',
      isForTrials: false,
      reason: 'the house pairs',
    },
  },
  report: {
    body: {
      photoId: '7e0a4f3b-5a51-4f6e-9a44-6b1c5b6d1f02',
      reason: 'notOwn',
      text: 'This is a photo of an actor.',
    },
  },
  appeal: { body: { token: 'the token of the link in the mail', text: 'The sign shows the number of a shop.' } },
  findFace: {
    body: { jpeg: '/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==' },
    answer: { success: true, faces: 1, crop: { left: 0.2, top: 0.05, width: 0.6, height: 0.75 } },
  },
  decideCase: {
    body: {
      decision: 'removePhoto',
      rule: 'no-contact',
      reasons: 'A phone number is written on the sign behind you.',
    },
  },
  subscribeToPush: {
    body: {
      subscription: {
        endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABh',
        keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
      },
      kinds: ['results'],
    },
  },
  answerFeedback: { body: { text: 'Here is your passkey.', passkey: true, tokens: 20 } },
  recordAnalytics: { body: { events: [{ name: 'page_view', path: '/profile' }] } },
};
