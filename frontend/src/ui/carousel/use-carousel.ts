import useEmblaCarousel from 'embla-carousel-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { prefersReducedMotion } from '../dom/dom';

/** A swipe turns the page if the finger has moved far enough or fast enough. */
interface SwipeRule {
  readonly distancePx?: number;
  /** Required distance as a share of the slide's width, 0 to 1. */
  readonly distanceShare?: number;
  readonly velocityPxPerMs?: number;
}

interface Swipe {
  /** Distance of the finger's movement; negative to the left. */
  readonly movedPx: number;
  /** Speed at the moment of release. */
  readonly velocityPxPerMs: number;
  readonly widthPx: number;
}

/** A shorter movement is a tap with an unsteady finger, even if it is fast. */
const slopPx = 8;

export function turnsPage({ movedPx, velocityPxPerMs, widthPx }: Swipe, rule: SwipeRule): boolean {
  const distance = Math.abs(movedPx);
  if (distance < slopPx) return false;
  if (rule.distancePx !== undefined && distance >= rule.distancePx) return true;
  if (rule.distanceShare !== undefined && distance > widthPx * rule.distanceShare) return true;
  const onwardPxPerMs = velocityPxPerMs * Math.sign(movedPx);
  return rule.velocityPxPerMs !== undefined && onwardPxPerMs > rule.velocityPxPerMs;
}

interface Sample {
  readonly x: number;
  readonly at: number;
}

/** Period for measuring the speed: long enough for a stable value, short enough to exclude earlier movement. */
const sampledMs = 100;

/** Computes the position and speed of a finger from its last few positions. */
export class FingerTrack {
  private samples: Sample[] = [];

  start(x: number, at: number): void {
    this.samples = [{ x, at }];
  }

  move(x: number, at: number): void {
    this.samples.push({ x, at });
    this.samples = this.samples.filter((sample, index) => index === 0 || at - sample.at <= sampledMs);
  }

  movedPx(): number {
    return (this.samples.at(-1)?.x ?? 0) - (this.samples[0]?.x ?? 0);
  }

  velocityPxPerMs(now: number): number {
    const recent = this.samples.filter(({ at }) => now - at <= sampledMs);
    const [first, last] = [recent[0], recent.at(-1)];
    return first && last && last.at > first.at ? (last.x - first.x) / (last.at - first.at) : 0;
  }
}

/** Duration of a slide's movement in Embla's unit: 20 is about 300 ms. */
const settleDuration = 20;

/** A carousel that turns by swipes, by arrow keys and by the returned functions. */
export function useCarousel(rule: SwipeRule, startAt = 0) {
  // Options keep the first `startAt`, because a later change would make the carousel jump.
  const [options] = useState({ duration: settleDuration, startIndex: startAt });
  const [viewport, carousel] = useEmblaCarousel(options);
  const [index, setIndex] = useState(startAt);
  const { distancePx, distanceShare, velocityPxPerMs } = rule;

  useEffect(() => {
    if (!carousel) return;
    const root = carousel.rootNode();
    // Measures the movement of the finger, because the slides follow it with a delay that would hide a quick flick.
    const finger = new FingerTrack();
    let startIndex = 0;
    let liftedAt = 0;
    const follow = (event: PointerEvent) => finger.move(event.clientX, event.timeStamp);
    const lift = (event: PointerEvent) => {
      liftedAt = event.timeStamp;
    };
    const down = (event: PointerEvent) => {
      finger.start(event.clientX, event.timeStamp);
      startIndex = carousel.selectedScrollSnap();
      liftedAt = event.timeStamp;
      // Listens on the window, because a mouse may leave the slides before the button is released.
      window.addEventListener('pointermove', follow);
      window.addEventListener('pointerup', lift, { once: true, capture: true });
    };
    const up = () => {
      window.removeEventListener('pointermove', follow);
      const movedPx = finger.movedPx();
      // Uses the time of the release: a busy page handles the event late, and a flick would seem slow.
      const speed = finger.velocityPxPerMs(liftedAt);
      const swipe = { movedPx, velocityPxPerMs: speed, widthPx: root.clientWidth };
      const turns = turnsPage(swipe, { distancePx, distanceShare, velocityPxPerMs });
      carousel.scrollTo(startIndex + (turns ? -Math.sign(movedPx) : 0), prefersReducedMotion());
    };
    const select = () => setIndex(carousel.selectedScrollSnap());
    select();
    root.addEventListener('pointerdown', down);
    carousel.on('pointerUp', up).on('select', select).on('reInit', select);
    return () => {
      root.removeEventListener('pointerdown', down);
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', lift, { capture: true });
      carousel.off('pointerUp', up).off('select', select).off('reInit', select);
    };
  }, [carousel, distancePx, distanceShare, velocityPxPerMs]);

  // With reduced motion the slide appears at once.
  const next = () => carousel?.scrollNext(prefersReducedMotion());
  const previous = () => carousel?.scrollPrev(prefersReducedMotion());
  const show = (at: number) => carousel?.scrollTo(at, prefersReducedMotion());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') next();
    else if (event.key === 'ArrowLeft') previous();
    else return;
    event.preventDefault();
  };

  return { viewport, carousel, index, next, previous, show, onKeyDown };
}
