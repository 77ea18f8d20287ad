import type { DroppableContainer, Modifier } from '@dnd-kit/core';

/** How far into a place the photo is carried by keyboard: its upper part is on screen when its middle may not be. */
const intoPlacePx = 120;

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** Where the middle of a carried picture belongs in a place. */
function middleIn({ left, top, width, height }: Box) {
  return { x: left + width / 2, y: top + Math.min(height / 2, intoPlacePx) };
}

export interface ZoneData {
  readonly zone: { readonly current: HTMLElement | null };
}

/**
 * Carried by keyboard to the pool, the picture stands over the pool where it is on screen: the measured place of something
 * sticky moves away with the page, and the keyboard's own way ends at the middle of the screen.
 */
export const overDockedPool: Modifier = ({ activatorEvent, over, overlayNodeRect, transform }) => {
  const zone = over?.id === 'testing' ? (over.data.current as ZoneData | undefined)?.zone.current : null;
  if (!zone || !overlayNodeRect || !(activatorEvent instanceof KeyboardEvent)) return transform;
  const { x, y } = middleIn(zone.getBoundingClientRect());
  return {
    ...transform,
    x: x - overlayNodeRect.width / 2 - overlayNodeRect.left,
    y: y - overlayNodeRect.height / 2 - overlayNodeRect.top,
  };
};

/** As far down as the keyboard may carry without scrolling the page. */
const withoutScrolling = (y: number) => Math.min(y, window.innerHeight / 2);

/** Where the keyboard carries a picture of this size. */
export function carriedTo(place: DroppableContainer, measured: Box, picture: Pick<Box, 'width' | 'height'>) {
  const docked = place.id === 'testing' ? place.node.current : null;
  const { x, y } = middleIn(docked?.getBoundingClientRect() ?? measured);
  const top = y - picture.height / 2;
  return { x: x - picture.width / 2, y: docked ? withoutScrolling(top) : top };
}
