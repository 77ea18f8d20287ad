import type { DropAnimationFunctionArguments } from '@dnd-kit/core';
import { prefersReducedMotion } from '../../../../ui/dom/dom';

const flight = { duration: 220, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' };

/** A task, in which the lists hear of the move, and two frames: by then the tile stands where the move has put it. */
const settled = () =>
  new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), 0));

/** The carried picture flies to where its photo now stands: its new place, or the one it came from. */
export async function flyHome({ active, draggableNodes, dragOverlay }: DropAnimationFunctionArguments): Promise<void> {
  await settled();
  const carried = dragOverlay.node;
  const tile = draggableNodes.get(active.id)?.node.current;
  if (!tile) return;
  if (prefersReducedMotion()) {
    await carried.animate({ opacity: [1, 0] }, flight).finished;
    return;
  }
  const from = carried.getBoundingClientRect();
  const to = tile.getBoundingClientRect();
  const style = getComputedStyle(carried).transform;
  const carriedTo = style === 'none' ? '' : style;
  const shift = `translate(${to.left - from.left}px, ${to.top - from.top}px)`;
  carried.style.transformOrigin = 'top left';
  const transform = [carriedTo || 'none', `${shift} ${carriedTo} scale(${to.width / from.width})`];
  await carried.animate({ transform }, flight).finished;
}
