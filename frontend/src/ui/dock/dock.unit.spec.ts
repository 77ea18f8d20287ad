/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { dockedPx, dockRef, onDockChange } from './dock';

const releases: ((() => void) | undefined)[] = [];

/** Adds an element from `top` down to `bottom`, on a screen 800 px high. */
function dock(top: number, bottom: number): void {
  const element = document.createElement('div');
  element.getBoundingClientRect = () => ({ top, bottom }) as DOMRect;
  releases.push(dockRef(element));
}

beforeEach(() => {
  window.innerHeight = 800;
});
afterEach(() => {
  for (const release of releases.splice(0)) release?.();
});

describe('the lower edge', () => {
  it('is free without anything docked', () => {
    expect(dockedPx()).toBe(0);
  });

  it('is taken by a bar and by what stands on it', () => {
    dock(560, 740);
    dock(740, 800);
    expect(dockedPx()).toBe(240);
  });

  it('is taken by a bar that floats just above it', () => {
    dock(700, 776);
    expect(dockedPx()).toBe(100);
  });

  it('is not taken by what stands at the top or in the middle', () => {
    dock(0, 68);
    dock(92, 500);
    expect(dockedPx()).toBe(0);
  });

  it('is not taken by something that fills the screen', () => {
    dock(100, 800);
    expect(dockedPx()).toBe(0);
  });

  it('tells of what comes and goes', () => {
    let changes = 0;
    const stop = onDockChange(() => {
      changes += 1;
    });
    dock(740, 800);
    releases.pop()?.();
    stop();
    dock(740, 800);
    expect(changes).toBe(2);
  });
});
