import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EventPosition } from '../kernel/event.js';
import { announcingEffects, noteAppend, noteWork, onWorkAdded } from '../kernel/sql-session.js';

const at = (position: bigint): EventPosition => ({ globalPosition: position });

describe('the effects of a transaction', () => {
  let announced: string[];
  let stop: () => void;
  const listener = ({ globalPosition }: EventPosition) => announced.push(`event ${globalPosition}`);

  beforeEach(() => {
    announced = [];
    stop = onWorkAdded((queues) => announced.push(`work ${[...queues].join(' ')}`));
  });
  afterEach(() => stop());

  it('are announced after it, each queue and the last event once', async () => {
    const result = await announcingEffects(async () => {
      noteAppend(listener, at(1n));
      noteWork('mails');
      noteWork('refunds');
      noteWork('mails');
      noteAppend(listener, at(2n));
      await Promise.resolve();
      expect(announced).toEqual([]);
      return 'done';
    });
    expect(result).toBe('done');
    expect(announced).toEqual(['event 2', 'work mails refunds']);
  });

  it('are not announced if it fails', async () => {
    const failing = announcingEffects(async () => {
      noteWork('mails');
      noteAppend(listener, at(1n));
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(announced).toEqual([]);
  });

  it('belong to the innermost transaction', async () => {
    await announcingEffects(async () => {
      noteWork('outer');
      await announcingEffects(async () => noteWork('inner'));
      expect(announced).toEqual(['work inner']);
    });
    expect(announced).toEqual(['work inner', 'work outer']);
  });

  it('of a single statement are announced at once', () => {
    noteWork('mails');
    noteAppend(listener, at(1n));
    expect(announced).toEqual(['work mails']);
  });
});
