import { assessmentSettingsRoutes, type CurrentUser, type Photo as PhotoRecord, PRODUCT } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallInput, call } from '../../../../lib/api/call';
import { messageOf } from '../../../../lib/api/errors';
import { StableKeys } from '../../../../lib/api/idempotency';
import { photoReads } from '../../../../lib/query/own-reads';
import { useAction } from '../../../../lib/query/use-act';
import { forget } from '../../../../lib/query/use-read';
import { useUserId } from '../../../../lib/session/use-session';
import { photoViewTexts } from '../../../../lib/texts/photo-view';
import { setupTexts } from '../../../../lib/texts/setup';
import { patchCurrentUser } from '../../../../lib/user/current-user';
import { Button } from '../../../../ui/button/button';
import { FactList } from '../../../../ui/fact-list/fact-list';
import { Notice } from '../../../../ui/notice/notice';
import { Stepper } from '../../../../ui/stepper/stepper';
import { Switch } from '../../../../ui/switch/switch';
import { toastStore } from '../../../../ui/toast/toast-store';
import { isUnlocked, moderationRefusal } from '../../move-rules';
import { usePoolGate } from '../../pool-gate';

const { updateAssessment } = assessmentSettingsRoutes;

interface SettingsTabProps {
  photo: PhotoRecord;
  user: CurrentUser | undefined;
  onAssess: () => void;
}

export function SettingsTab({ photo, user, onAssess }: SettingsTabProps) {
  const gate = usePoolGate(user);
  const unlocked = isUnlocked(user);
  const refusal = moderationRefusal(photo);
  if (photo.section !== 'testing') {
    const locked = refusal ?? (unlocked || gate === 'open' ? null : photoViewTexts.lockedUntilFirst);
    return (
      <div className="grid grid-cols-1 gap-4">
        <p className="text-14 text-ink-soft">{photoViewTexts.settingsIdle}</p>
        <Button disabled={locked !== null} onClick={onAssess}>
          {photoViewTexts.assess}
        </Button>
        {locked !== null && <p className="text-14 text-ink-soft">{locked}</p>}
      </div>
    );
  }
  const facts = {
    [setupTexts.assessors]: photo.testLimit,
    [setupTexts.ratings]: photo.ratingRequired ? photoViewTexts.on : photoViewTexts.off,
    [photoViewTexts.commentsRequired]: photo.minComments,
    [photoViewTexts.phrases]: photo.commentsSelected.length,
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      {refusal !== null && <p className="text-14 text-ink-soft">{refusal}</p>}
      {unlocked && refusal === null && (
        <ExtendForm key={[photo.testLimit, photo.ratingRequired, photo.minComments].join()} photo={photo} />
      )}
      {!unlocked && <p className="text-14 text-ink-soft">{photoViewTexts.lockedUntilFirst}</p>}
      <FactList
        facts={facts}
        className="grid [&_dd]:font-bold [&_dd]:tabular-nums [&_dt]:text-ink-soft [&>div]:flex [&>div]:justify-between [&>div]:gap-4 [&>div]:py-3 [&>div+div]:border-t [&>div+div]:border-t-line"
      />
    </div>
  );
}

type Wanted = Record<'ratings' | 'comments', boolean>;

export function ExtendForm({ photo }: { photo: PhotoRecord }) {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const asked: Wanted = { ratings: photo.ratingRequired, comments: photo.minComments > 0 };
  const [testLimit, setTestLimit] = useState(photo.testLimit);
  const [wanted, setWanted] = useState(asked);
  const difference = testLimit - photo.testLimit;
  const otherwise = wanted.ratings !== asked.ratings || wanted.comments !== asked.comments;
  // Two presses for the same change charge once, even if the updated photo has not arrived yet.
  const [keys] = useState(() => new StableKeys());
  const update = (body: CallInput<typeof updateAssessment>['body']) =>
    call(updateAssessment, { body, idempotencyKey: keys.of(JSON.stringify(body)) });
  const updating = useAction(update, ({ remainingTokens }) => {
    patchCurrentUser(queryClient, userId, { tokenCount: remainingTokens });
    toastStore.show({ text: photoViewTexts.updated });
    return forget(queryClient, ...photoReads);
  });
  const toggles = otherwise ? { isRatingChecked: wanted.ratings, isCommentsChecked: wanted.comments } : {};
  const want = (next: Wanted) => {
    updating.reset();
    setWanted(next);
  };
  const save = () => updating.run({ photoId: photo._id, difference, ...toggles }).catch(() => undefined);

  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-14 text-ink-soft">
        {photo.limitReached ? photoViewTexts.settingsComplete : photoViewTexts.settingsRunning}
      </p>
      <Stepper
        label={setupTexts.assessors}
        hint={difference === 0 ? undefined : photoViewTexts.difference(difference * PRODUCT.pricePerAssessorTokens)}
        min={Math.max(PRODUCT.assessorsMin, photo.testTimesRated)}
        max={PRODUCT.assessorsMax}
        value={testLimit}
        disabled={updating.busy}
        onChange={(limit) => {
          updating.reset();
          setTestLimit(limit);
        }}
      />
      {/* An assessment needs ratings or comments, so turning one off turns the other on. */}
      <Switch
        label={setupTexts.ratings}
        hint={setupTexts.ratingsHint}
        checked={wanted.ratings}
        disabled={updating.busy}
        onChange={(ratings) => want({ ratings, comments: wanted.comments || !ratings })}
      />
      <Switch
        label={setupTexts.comments}
        hint={setupTexts.commentsHint}
        checked={wanted.comments}
        disabled={updating.busy}
        onChange={(comments) => want({ comments, ratings: wanted.ratings || !comments })}
      />
      {updating.error !== null && <Notice tone="danger">{messageOf(updating.error)}</Notice>}
      <Button block busy={updating.busy} disabled={difference === 0 && !otherwise} onClick={save}>
        {photoViewTexts.save}
      </Button>
    </div>
  );
}
