import { useNavigate } from 'react-router-dom';
import { assessTexts } from '../../../lib/texts/assess';
import { commonTexts } from '../../../lib/texts/common';
import { toastStore } from '../../../ui/toast/toast-store';
import { carouselPath, type QueuedTest, testQueue } from './test-queue';

/** On to the next test of the queue; a skip can be taken back, as the place there is still held. */
export function useSkip(here: Pick<QueuedTest, 'userId' | 'groupId'>) {
  const navigate = useNavigate();
  const goOn = () => {
    const next = testQueue.next();
    navigate(next ? carouselPath(next) : '/feed', { replace: true });
  };
  const skip = () => {
    const before = testQueue.state();
    goOn();
    toastStore.show({
      text: assessTexts.skipped,
      action: {
        label: commonTexts.undo,
        onAct: () => {
          testQueue.restore(before);
          navigate(carouselPath(here), { replace: true });
        },
      },
    });
  };
  return { skip, goOn };
}
