import { useEffect } from 'react';
import { commonTexts } from '../../../../lib/texts/common';
import { introTexts } from '../../../../lib/texts/intro';
import { firstAssessmentTokens } from '../../../../lib/tokens/first-assessment';
import { type Carousel, useCarousel } from '../../../../ui/carousel/use-carousel';
import { Dots } from '../../../../ui/dots/dots';
import styles from './intro.module.css';
import { IntroArt } from './intro-art';

const swipe = { distancePx: 50 };

interface IntroCarouselProps {
  /** In tokens. */
  balance: number;
  onReady: (carousel: Carousel) => void;
  onSlide: (index: number) => void;
}

/** Three slides on how the product works. */
export function IntroCarousel({ balance, onReady, onSlide }: IntroCarouselProps) {
  const { viewport, carousel, index, onKeyDown } = useCarousel(swipe);
  useEffect(() => {
    if (carousel) onReady(carousel);
  }, [carousel, onReady]);
  useEffect(() => {
    onSlide(index);
  }, [index, onSlide]);

  const short = balance < firstAssessmentTokens ? introTexts.withoutGrant(firstAssessmentTokens, balance) : null;
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
              <p className={styles.slideText}>{at === 0 && short ? short : slide.text}</p>
            </div>
          ))}
        </div>
      </div>
      <Dots count={introTexts.slides.length} index={index} />
    </section>
  );
}
