import type { DropAnimationFunctionArguments } from '@dnd-kit/core';
import { prefersReducedMotion } from '../../../../ui/dom/dom';

const flight = { duration: 220, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' };

/** Waits for one task, in which the lists apply the move, and two frames. The tile is then in its new place. */
const settled = () =>
  new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), 0));

/** Moves the dragged picture to its photo: in the new place, or in the old one. */
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
