import { useNavigate } from 'react-router-dom';
import { assessTexts } from '../../../lib/texts/assess';
import { commonTexts } from '../../../lib/texts/common';
import { toastStore } from '../../../ui/toast/toast-store';
import { assessmentQueue, carouselPath, type QueuedAssessment } from '../assessment-queue';

/** On to the next assessment of the queue; a skip can be taken back, as the slot there is still reserved. */
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
