import { useNavigate } from 'react-router-dom';
import { assessTexts } from '../../../lib/texts/assess';
import { commonTexts } from '../../../lib/texts/common';
import { toastStore } from '../../../ui/toast/toast-store';
import { assessmentQueue, carouselPath, type QueuedAssessment } from '../assessment-queue';

/** Goes to the next assessment of the queue. A skip can be undone, because the slot stays reserved. */
export function useSkip(here: Pick<QueuedAssessment, 'userId' | 'groupId'>) {
  const navigate = useNavigate();
  const goOn = () => {
    const next = assessmentQueue.next();
    navigate(next ? carouselPath(next) : '/feed', { replace: true });
  };
  const skip = () => {
    const before = assessmentQueue.state();
    goOn();
    toastStore.show({
      text: assessTexts.skipped,
      action: {
        label: commonTexts.undo,
        onAct: () => {
          assessmentQueue.restore(before);
          navigate(carouselPath(here), { replace: true });
        },
      },
    });
  };
  return { skip, goOn };
}
