import { describe, expect, it } from '@jest/globals';
import { limitZoom, zoomBy, zoomMin } from './crop-dialog';

describe('the zoom of a crop', () => {
  it('goes from the minimum to 3 in ten steps of 0.2', () => {
    const zooms = [zoomMin];
    while ((zooms.at(-1) ?? 3) < 3) zooms.push(zoomBy(1, zooms.at(-1) ?? 3));
    expect(zooms).toEqual([1.01, 1.2, 1.4, 1.6, 1.8, 2, 2.2, 2.4, 2.6, 2.8, 3]);
  });

  it('goes back the same way', () => {
    expect([zoomBy(-1, 3), zoomBy(-1, 1.4), zoomBy(-1, 1.2)]).toEqual([2.8, 1.2, 1.01]);
  });

  it('stays between 1.01, which hides the edges by 1 %, and 3', () => {
    expect([zoomBy(1, 3), zoomBy(-1, 1.01), limitZoom(0.4), limitZoom(7)]).toEqual([3, 1.01, 1.01, 3]);
  });

  it('takes the next step from where a pinch has left it', () => {
    expect([zoomBy(1, 1.37), zoomBy(-1, 1.37)]).toEqual([1.4, 1.2]);
  });
});
