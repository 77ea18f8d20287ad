import { type AssessmentSettings, assessmentSettingsRoutes, photosRoutes } from '@candid/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { track } from '../../lib/analytics/track';
import { call } from '../../lib/api/call';
import { countedTransport, type SentBytes } from '../../lib/api/counted-transport';
import { StableKeys } from '../../lib/api/idempotency';
import { appendFiles } from '../../shared/photos/cropping';
import type { NewPhoto, SelectedPhoto } from '../../shared/photos/selected-photo';

interface AssessmentStart {
  readonly userId: string;
  readonly photos: readonly SelectedPhoto[];
  readonly settings: AssessmentSettings;
}

interface StartOptions {
  /** Returns the same key for the same purpose, so that a repeated call has no second effect. */
  readonly keyOf: (purpose: string) => string;
  readonly onSent: (bytes: SentBytes) => void;
}

/** Uploads and starts in one call if all photos are new. Otherwise new photos stay in the bank if the start fails. */
async function startAssessment(start: AssessmentStart, options: StartOptions): Promise<void> {
  const { userId, photos, settings } = start;
  const added = photos.filter((photo): photo is NewPhoto => photo.kind === 'file');
  if (added.length === photos.length) {
    await upload(formOf(userId, added, settings), added, { ...options, purpose: JSON.stringify(settings) });
    return;
  }
  const stored = added.length > 0 ? await upload(formOf(userId, added), added, { ...options, purpose: 'bank' }) : [];
  const idOf = new Map(added.map(({ id }, index) => [id, stored[index]?._id]));
  const photoIds = photos.flatMap((photo) => (photo.kind === 'photo' ? photo.photo._id : (idOf.get(photo.id) ?? [])));
  const idempotencyKey = options.keyOf(`start ${photoIds.join()} ${JSON.stringify(settings)}`);
  await call(assessmentSettingsRoutes.startAssessments, { body: { ...settings, photoIds }, idempotencyKey });
}

async function upload(
  form: FormData,
  added: readonly NewPhoto[],
  { keyOf, onSent, purpose }: StartOptions & { purpose: string },
) {
  const idempotencyKey = keyOf(`upload ${added.map(({ id }) => id).join()} ${purpose}`);
  const { photos } = await call(photosRoutes.uploadPhotos, { form, idempotencyKey }, countedTransport(onSent));
  track('photo_upload');
  return photos;
}

function formOf(userId: string, added: readonly NewPhoto[], settings?: AssessmentSettings): FormData {
  const form = new FormData();
  form.set('userId', userId);
  form.set('section', settings ? 'testing' : 'unrated');
  for (const [name, value] of Object.entries(settings ?? {})) {
    form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  appendFiles(
    form,
    added.map(({ cropped }) => cropped),
  );
  return form;
}

/** Starts the assessment of all chosen photos. A second press after a failure repeats the calls under the same keys. */
export function useStart(onStarted: () => unknown) {
  const [keys] = useState(() => new StableKeys());
  const [sent, setSent] = useState<SentBytes | null>(null);
  const starting = useMutation({
    mutationFn: (start: AssessmentStart) =>
      startAssessment(start, { keyOf: (purpose) => keys.of(purpose), onSent: setSent }),
    onMutate: () => setSent(null),
    onSuccess: onStarted,
    // The person decides whether large files are sent again.
    retry: false,
  });
  const forgetError = () => {
    if (starting.isError) starting.reset();
  };
  return { start: starting.mutate, busy: starting.isPending, error: starting.error, sent, forgetError };
}
