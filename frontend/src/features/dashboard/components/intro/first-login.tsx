import { identityRoutes } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAct } from '../../../../lib/query/use-act';
import { useUserId } from '../../../../lib/session/use-session';
import { commonTexts } from '../../../../lib/texts/common';
import { introTexts } from '../../../../lib/texts/intro';
import { patchCurrentUser } from '../../../../lib/user/current-user';
import { ProgressRing } from '../../../../shared/scores/progress-ring';
import { ScoreChip } from '../../../../shared/scores/score-chip';
import { Button } from '../../../../ui/button/button';
import { type Carousel, useCarousel } from '../../../../ui/carousel/use-carousel';
import { prefersReducedMotion } from '../../../../ui/dom/dom';
import { Dots } from '../../../../ui/dots/dots';
import { Portrait } from '../../../../ui/portrait/portrait';
import { Sheet } from '../../../../ui/sheet/sheet';
import styles from './intro.module.css';

interface FirstLoginProps {
  open: boolean;
  /** True until the person has dismissed it once: closing it then informs the server. */
  firstTime: boolean;
  /** In tokens. */
  balance: number;
  /** The price of the first assessment, in tokens. */
  cost: number;
  onClose: () => void;
}

/** The first-login prompt with the introduction. "How it works" opens it again later. */
export default function FirstLogin({ open, firstTime, balance, cost, onClose }: FirstLoginProps) {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const [carousel, setCarousel] = useState<Carousel | null>(null);
  const [index, setIndex] = useState(0);
  const dismissal = useAct(identityRoutes.dismissFirstLogin, ({ data }) => patchCurrentUser(queryClient, userId, data));
  const last = index === introTexts.slides.length - 1;

  const dismiss = () => {
    if (firstTime) {
      patchCurrentUser(queryClient, userId, { hasFirstLoggedIn: true });
      dismissal.run({ params: { userId } }).catch(() => undefined);
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
      <IntroCarousel balance={balance} cost={cost} onReady={setCarousel} onSlide={setIndex} />
    </Sheet>
  );
}

const swipe = { distancePx: 50 };

interface IntroCarouselProps {
  /** In tokens. */
  balance: number;
  /** The price of the first assessment, in tokens. */
  cost: number;
  onReady: (carousel: Carousel) => void;
  onSlide: (index: number) => void;
}

/** Three slides on how the product works. */
function IntroCarousel({ balance, cost, onReady, onSlide }: IntroCarouselProps) {
  const { viewport, carousel, index, onKeyDown } = useCarousel(swipe);
  useEffect(() => {
    if (carousel) onReady(carousel);
  }, [carousel, onReady]);
  useEffect(() => {
    onSlide(index);
  }, [index, onSlide]);

  return (
    <section
      aria-roledescription={commonTexts.carousel}
      aria-label={introTexts.slidesLabel}
      className={styles.carousel}
      onKeyDown={onKeyDown}
    >
      <div className={styles.viewport} ref={viewport}>
        <div className={styles.track} aria-live="polite">
          {introTexts.slides.map((slide, at) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group by the carousel pattern
            <div
              key={slide.title}
              role="group"
              aria-roledescription={commonTexts.slide}
              aria-label={introTexts.slideOf(at + 1, introTexts.slides.length)}
              aria-hidden={at !== index}
              className={styles.slide}
            >
              <IntroArt step={at} />
              <h3 className={styles.slideTitle}>{slide.title}</h3>
              <p className={styles.slideText}>
                {at === 0 ? `${slide.text} ${introTexts.cost(cost, balance)}` : slide.text}
              </p>
            </div>
          ))}
        </div>
      </div>
      <Dots count={introTexts.slides.length} index={index} />
    </section>
  );
}

/** A small picture of each step, made of the app's own components. */
function IntroArt({ step }: { step: number }) {
  return (
    <div className={styles.art} aria-hidden="true">
      {step === 0 && (
        <>
          <span className={styles.card}>
            <Portrait person="coral" />
          </span>
          <span className={`${styles.card} ${styles.empty}`}>
            <Plus />
          </span>
        </>
      )}
      {step === 1 && (
        <>
          <span className={styles.card}>
            <Portrait person="coral" />
            <span className={styles.ring}>
              <ProgressRing value={3} limit={4} />
            </span>
          </span>
          <span className={styles.card}>
            <Portrait person="field" />
            <span className={styles.ring}>
              <ProgressRing value={2} limit={4} />
            </span>
          </span>
        </>
      )}
      {step === 2 && (
        <>
          <span className={`${styles.card} ${styles.aside}`}>
            <Portrait person="coral" />
            <span className={styles.chip}>
              <ScoreChip score={11} />
            </span>
          </span>
          <span className={styles.card}>
            <Portrait person="field" />
            <span className={styles.chip}>
              <ScoreChip score={17} />
            </span>
          </span>
        </>
      )}
    </div>
  );
}
