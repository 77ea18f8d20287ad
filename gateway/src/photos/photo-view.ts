import type {
  AskedPhoto,
  AssessedPhoto,
  Photo,
  PhotoAssessment,
  PhotoId,
  RequestContext,
  StoredPhoto,
  UserId,
} from '@candid/contracts';
import { ask, type Services } from '../services/services.js';

/** Joins a photo's place with its assessment; a photo that was never assessed has neither rating nor limit. */
export function photoView(photo: StoredPhoto, assessment: PhotoAssessment | undefined): Photo {
  return {
    _id: photo.photoId,
    path: photo.path,
    renditions: photo.renditions,
    preview: photo.preview,
    section: photo.section,
    placeholder: photo.placeholder,
    testId: assessment?.testId ?? photo.testId,
    testLimit: assessment?.testLimit ?? 0,
    testTimesRated: assessment?.testTimesRated ?? 0,
    timesRated: assessment?.timesRated ?? 0,
    totalScore: assessment?.totalScore ?? 0,
    limitReached: assessment?.limitReached ?? false,
    comments: assessment?.comments ?? [],
    commentsSelected: assessment?.commentsSelected ?? [],
    variance: assessment?.variance ?? 0,
    originalRange: assessment?.originalRange ?? [1, 20],
    fairScore: assessment?.fairScore ?? null,
    minComments: assessment?.minComments ?? 0,
    ratingRequired: assessment?.ratingRequired ?? false,
    commentsNegative: assessment?.commentsNegative ?? true,
    isBenchmark: false,
    userId: photo.userId,
    createdAt: photo.createdAt,
  };
}

/** A photo under assessment as an assessor sees it, without pictures; nothing of it tells when or how often it was shown elsewhere. */
export function askedView({ photoId, ...asked }: AskedPhoto, userId: UserId): AssessedPhoto {
  return {
    ...{ _id: photoId, userId, section: 'testing', placeholder: 'unrated', isBenchmark: false },
    ...{ path: '', renditions: [], preview: '' },
    testId: asked.testId,
    testLimit: asked.testLimit,
    testTimesRated: asked.testTimesRated,
    limitReached: false,
    commentsSelected: asked.commentsSelected,
    minComments: asked.minComments,
    ratingRequired: asked.ratingRequired,
    commentsNegative: asked.commentsNegative,
  };
}

/** What an assessor may see of a photo under assessment: no scores, no comments. */
export function assessedView(photo: Photo): AssessedPhoto {
  const {
    timesRated: _rated,
    totalScore: _total,
    comments: _comments,
    variance: _variance,
    originalRange: _range,
    fairScore: _fair,
    createdAt: _created,
    ...rest
  } = photo;
  return rest;
}

/** A benchmark shows its average and asks for nothing. */
export function benchmarkView(photo: Photo): AssessedPhoto {
  return {
    ...assessedView(photo),
    timesRated: photo.timesRated,
    totalScore: photo.totalScore,
    isBenchmark: true,
    minComments: 0,
    ratingRequired: false,
    commentsSelected: [],
  };
}

export async function joinAssessments(
  services: Services,
  photos: StoredPhoto[],
  context: RequestContext,
): Promise<Photo[]> {
  if (photos.length === 0) return [];
  const photoIds = photos.map((photo) => photo.photoId);
  const answers = await Promise.all(
    inPages(photoIds).map((page) => services.call(ask.assessments.getPhotoAssessments, { photoIds: page }, context)),
  );
  const assessments = answers.flatMap((answer) => answer.assessments);
  const byPhoto = new Map(assessments.map((assessment) => [assessment.photoId, assessment]));
  return photos.map((photo) => photoView(photo, byPhoto.get(photo.photoId)));
}

/** Photos by id with their assessments; deleted and unknown ones are left out. */
export async function photosById(
  services: Services,
  photoIds: PhotoId[],
  context: RequestContext,
): Promise<Map<PhotoId, Photo>> {
  if (photoIds.length === 0) return new Map();
  const answers = await Promise.all(
    inPages(photoIds).map((page) => services.call(ask.photos.getPhotos, { photoIds: page }, context)),
  );
  const photos = answers.flatMap((answer) => answer.photos);
  const joined = await joinAssessments(services, photos, context);
  return new Map(joined.map((photo) => [photo._id, photo]));
}

/** As many ids as one message takes. */
const PAGE = 200;

function inPages<Id>(ids: Id[]): Id[][] {
  return Array.from({ length: Math.ceil(ids.length / PAGE) }, (_, page) => ids.slice(page * PAGE, (page + 1) * PAGE));
}
