import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { prefersReducedMotion } from '../../../../lib/motion/prefers-reduced';
import { queryKeys } from '../../../../lib/query/keys';
import { useAction } from '../../../../lib/query/use-action';
import { useUserId } from '../../../../lib/session/use-session';
import { introTexts } from '../../../../lib/texts/intro';
import { patchCurrentUser } from '../../../../lib/user/current-user';
import { Button } from '../../../../ui/button/button';
import type { Carousel } from '../../../../ui/carousel/use-carousel';
import { Sheet } from '../../../../ui/sheet/sheet';
import { dismissFirstLogin } from '../../api/account-marks';
import { IntroCarousel } from './intro-carousel';

interface FirstLoginProps {
  open: boolean;
  /** Until it has been dismissed once, closing it tells the server. */
  firstTime: boolean;
  /** In tokens. */
  balance: number;
  onClose: () => void;
}

/** The first-login prompt with the introduction in it; later it opens again from "How it works". */
export default function FirstLogin({ open, firstTime, balance, onClose }: FirstLoginProps) {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const [carousel, setCarousel] = useState<Carousel | null>(null);
  const [index, setIndex] = useState(0);
  const dismissal = useAction(dismissFirstLogin, (user) => queryClient.setQueryData(queryKeys.user(userId), user));
  const last = index === introTexts.slides.length - 1;

  const dismiss = () => {
    if (firstTime) {
      patchCurrentUser(queryClient, userId, { hasFirstLoggedIn: true });
      dismissal.run(userId).catch(() => undefined);
    }
    setIndex(0);
    onClose();
  };

  return (
    <Sheet
      open={open}
      onClose={dismiss}
      title={introTexts.title}
      description={introTexts.lead}
      closeLabel={introTexts.skip}
      footer={
        <Button
          variant="primary"
          block
          onClick={() => (last ? dismiss() : carousel?.scrollNext(prefersReducedMotion()))}
        >
          {last ? introTexts.start : introTexts.next}
        </Button>
      }
    >
      <IntroCarousel balance={balance} onReady={setCarousel} onSlide={setIndex} />
    </Sheet>
  );
}
