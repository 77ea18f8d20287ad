export const resultsTexts = {
  title: 'Results',
  lead: 'What people said about the photos of this assessment.',
  none: 'No results yet, check back later!',
  noImages: 'No images available.',
  noRatings: 'No ratings yet',
  noRatingHere: 'No rating for this assessment',
  noComments: 'No comments for this assessment',
  toPhotos: 'My Photos',
  photo: (index: number, count: number) => `Photo ${index} of ${count}`,
  waiting: (done: number, limit: number) => `${done} of ${limit} assessors done`,
};
