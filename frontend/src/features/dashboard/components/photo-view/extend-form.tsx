import { type Photo, PRODUCT } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../../lib/api/errors';
import { queryKeys } from '../../../../lib/query/keys';
import { useAction } from '../../../../lib/query/use-action';
import { useUserId } from '../../../../lib/session/use-session';
import { photoViewTexts } from '../../../../lib/texts/photo-view';
import { setupTexts } from '../../../../lib/texts/setup';
import { patchCurrentUser } from '../../../../lib/user/current-user';
import { Button } from '../../../../ui/button/button';
import { Notice } from '../../../../ui/notice/notice';
import { Stepper } from '../../../../ui/stepper/stepper';
import { toastStore } from '../../../../ui/toast/toast-store';
import { updateAssessment } from '../../api/assessment-settings';
import styles from './tabs.module.css';

/** More assessors for a surer score, or fewer of those who have not finished. */
export function ExtendForm({ photo }: { photo: Photo }) {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const [testLimit, setTestLimit] = useState(photo.testLimit);
  const difference = testLimit - photo.testLimit;
  const updating = useAction(updateAssessment, (tokenCount) => {
    patchCurrentUser(queryClient, userId, { tokenCount });
    toastStore.show({ text: photoViewTexts.updated });
    void queryClient.invalidateQueries({ queryKey: queryKeys.photos() });
  });

  return (
    <div className={styles.stack}>
      <Stepper
        label={photoViewTexts.assessors}
        hint={difference === 0 ? undefined : photoViewTexts.difference(difference * PRODUCT.pricePerAssessorTokens)}
        fewerLabel={setupTexts.fewer}
        moreLabel={setupTexts.more}
        min={Math.max(PRODUCT.assessorsMin, photo.testTimesRated)}
        max={PRODUCT.assessorsMax}
        value={testLimit}
        disabled={updating.busy}
        onChange={setTestLimit}
      />
      {updating.error !== null && <Notice tone="danger">{messageOf(updating.error)}</Notice>}
      <Button
        block
        busy={updating.busy}
        disabled={difference === 0}
        onClick={() => updating.run({ photoId: photo._id, difference }).catch(() => undefined)}
      >
        {photoViewTexts.save}
      </Button>
    </div>
  );
}
