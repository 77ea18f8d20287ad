import {
  type AskedPhoto,
  AssessedPhoto,
  type ListedPhoto,
  type Photo,
  type PhotoId,
  type PhotoScores,
  type StoredPhoto,
  type UserId,
} from '@candid/contracts';
import { ask, type ServiceCall } from '../kernel/services.js';

type Joined = Partial<PhotoScores> & Omit<PhotoScores, 'photoId' | 'assessmentId' | 'running'>;

const NEVER_ASSESSED: Joined = {
  photoAssessmentId: null,
  testLimit: 0,
  testTimesRated: 0,
  timesRated: 0,
  totalScore: 0,
  limitReached: false,
  comments: [],
  commentsSelected: [],
  variance: 0,
  originalRange: [1, 20],
  fairScore: null,
  minComments: 0,
  ratingRequired: false,
  commentsNegative: true,
};

export function photoView({ photoId, photoAssessmentId, ...place }: StoredPhoto, scores?: PhotoScores): Photo {
  const { photoId: _photo, assessmentId: _assessment, running: _running, ...joined } = scores ?? NEVER_ASSESSED;
  const { photoAssessmentId: testId, ...shown } = joined;
  return { _id: photoId, ...place, ...shown, testId: testId ?? photoAssessmentId, isBenchmark: false };
}

/** A photo as its assessor sees it, except its pictures. It does not show when or how often others saw the photo. */
export function askedView({ photoId, ...asked }: AskedPhoto, userId: UserId): AssessedPhoto {
  return {
    ...{ _id: photoId, userId, section: 'testing', placeholder: 'unrated', isBenchmark: false },
    ...{ path: '', renditions: [], preview: '' },
    testId: asked.photoAssessmentId,
    testLimit: asked.testLimit,
    testTimesRated: asked.testTimesRated,
    limitReached: false,
    commentsSelected: asked.commentsSelected,
    minComments: asked.minComments,
    ratingRequired: asked.ratingRequired,
    commentsNegative: asked.commentsNegative,
  };
}

const Unscored = AssessedPhoto.omit({ timesRated: true, totalScore: true });

const ASKS_NOTHING = { minComments: 0, ratingRequired: false, commentsSelected: [] };

/** Removes the scores and comments, which an assessor must not see. */
const assessedView = (photo: Photo): AssessedPhoto => Unscored.parse(photo);

/** A photo of a profile under assessment. Comments concern the whole profile, so no question is about the photo. */
export const profileView = (photo: Photo): AssessedPhoto => ({ ...assessedView(photo), ...ASKS_NOTHING });

/** Returns photos in the order of the ids; deleted photos are left out. */
export const pick = (photos: ReadonlyMap<PhotoId, Photo>, photoIds: readonly PhotoId[]): Photo[] =>
  photoIds.flatMap((photoId) => photos.get(photoId) ?? []);

/** A photo without pictures and ids, as assessors see it before they open the assessment. */
export const listedView = ({ _id, testId, ...photo }: AssessedPhoto): ListedPhoto => ({
  ...photo,
  path: '',
  renditions: [],
  preview: '',
});

export const benchmarkView = (photo: Photo): AssessedPhoto => ({
  ...profileView(photo),
  timesRated: photo.timesRated,
  totalScore: photo.totalScore,
  isBenchmark: true,
});

export async function joinAssessments(call: ServiceCall, photos: StoredPhoto[]): Promise<Photo[]> {
  const pages = inPages(photos.map(({ photoId }) => photoId));
  const answers = await Promise.all(pages.map((photoIds) => call(ask.assessments.getPhotoScores, { photoIds })));
  const byPhoto = new Map(answers.flatMap((answer) => answer.scores).map((scores) => [scores.photoId, scores]));
  return photos.map((photo) => photoView(photo, byPhoto.get(photo.photoId)));
}

/** Photos by id with their assessments; deleted and unknown photos are left out. */
export async function photosById(call: ServiceCall, photoIds: PhotoId[]): Promise<Map<PhotoId, Photo>> {
  const photos = await joinAssessments(call, await storedPhotos(call, photoIds));
  return new Map(photos.map((photo) => [photo._id, photo]));
}

export async function storedPhotos(call: ServiceCall, photoIds: PhotoId[]): Promise<StoredPhoto[]> {
  const answers = await Promise.all(inPages(photoIds).map((ids) => call(ask.photos.getPhotos, { photoIds: ids })));
  return answers.flatMap((answer) => answer.photos);
}

const PAGE = 200;

function inPages<Id>(ids: Id[]): Id[][] {
  return Array.from({ length: Math.ceil(ids.length / PAGE) }, (_, page) => ids.slice(page * PAGE, (page + 1) * PAGE));
}
