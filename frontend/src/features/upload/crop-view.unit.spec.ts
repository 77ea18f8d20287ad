import { PhotoCrop } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { boundsOf, placeInCrop, rotated, type Size } from '../../shared/photos/cropping';
import {
  type CropView,
  coveringZoom,
  cropOf,
  fitted,
  limitZoom,
  tiltedView,
  turnedView,
  untouchedView,
  viewOf,
  zoomBy,
  zoomedView,
  zoomMin,
} from './crop-view';

const side = fc.integer({ min: 100, max: 8000 });
const pictures = fc.record({ width: side, height: side });
const views = fc.record({
  turn: fc.constantFrom<CropView['turn']>(0, 90, 180, 270),
  tilt: fc.double({ min: -15, max: 15, noNaN: true }),
  zoom: fc.double({ min: 0.1, max: 9, noNaN: true }),
  x: fc.double({ min: -9, max: 9, noNaN: true }),
  y: fc.double({ min: -9, max: 9, noNaN: true }),
});
const holds = (predicate: (view: CropView, picture: Size) => void) =>
  fc.assert(fc.property(views, pictures, predicate), { numRuns: 500 });

/** The corners of the crop in pixels of the upright picture. */
function cornersOf(crop: PhotoCrop, picture: Size) {
  const angle = crop.turn + crop.tilt;
  const bounds = boundsOf(picture, angle);
  return [0, 1].flatMap((right) =>
    [0, 1].map((down) => {
      const x = (crop.left + right * crop.width - 0.5) * bounds.width;
      const y = (crop.top + down * crop.height - 0.5) * bounds.height;
      const corner = rotated({ x, y }, -angle);
      return { x: corner.x + picture.width / 2, y: corner.y + picture.height / 2 };
    }),
  );
}

function expectClose(actual: CropView, expected: CropView) {
  for (const name of ['turn', 'tilt', 'zoom', 'x', 'y'] as const) expect(actual[name]).toBeCloseTo(expected[name], 6);
}

describe('a crop', () => {
  it('lies inside the turned and straightened picture, has 4:5 and is what the contract takes', () => {
    holds((view, picture) => {
      const crop = cropOf(fitted(view, picture), picture);
      expect(PhotoCrop.safeParse(crop).error).toBeUndefined();
      for (const { x, y } of cornersOf(crop, picture)) {
        expect(Math.abs(x / picture.width - 0.5)).toBeLessThan(0.5 + 1e-9);
        expect(Math.abs(y / picture.height - 0.5)).toBeLessThan(0.5 + 1e-9);
      }
      const bounds = boundsOf(picture, crop.turn + crop.tilt);
      expect((crop.width * bounds.width) / (crop.height * bounds.height)).toBeCloseTo(0.8, 9);
    });
  });

  it('is shown again by the view it was made of', () => {
    holds((view, picture) => {
      const fit = fitted(view, picture);
      expectClose(viewOf(cropOf(fit, picture), picture), fit);
    });
  });

  it('is the middle of an untouched picture, less a margin of one per cent', () => {
    const picture = { width: 3000, height: 2000 };
    const crop = cropOf(fitted(untouchedView, picture), picture);
    expect(crop).toMatchObject({ turn: 0, tilt: 0 });
    expect(crop.height).toBeCloseTo(1 / 1.01);
    expect(crop.width).toBeCloseTo(1600 / 3000 / 1.01);
    expect(crop.left + crop.width / 2).toBeCloseTo(0.5);
    expect(crop.top + crop.height / 2).toBeCloseTo(0.5);
  });

  it('has the former left side at its top after a turn to the right', () => {
    const picture = { width: 3000, height: 2000 };
    const turned = turnedView({ ...untouchedView, zoom: 2, x: 9 }, 90, picture);
    const [topLeft] = cornersOf(cropOf(fitted(turned, picture), picture), picture);
    expect(topLeft?.x).toBeCloseTo(0, 6);
  });
});

describe('a view', () => {
  it('stays unchanged if it fits', () => {
    holds((view, picture) => {
      const fit = fitted(view, picture);
      expectClose(fitted(fit, picture), fit);
    });
  });

  it('is the same after turns and straightening that cancel each other', () => {
    holds((view, picture) => {
      expectClose(turnedView(turnedView(view, 90, picture), -90, picture), view);
      const there = tiltedView(view, 7);
      expectClose(fitted(tiltedView(there, view.tilt), picture), fitted(view, picture));
    });
  });

  it('keeps its place on the scale of zooms through a turn', () => {
    holds((view, picture) => {
      const fit = fitted(view, picture);
      const turned = fitted(turnedView(fit, 90, picture), picture);
      expect(turned.zoom / coveringZoom(turned, picture)).toBeCloseTo(fit.zoom / coveringZoom(fit, picture), 6);
    });
  });

  it('keeps what is in its middle through a turn, as far as the picture reaches', () => {
    const picture = { width: 3000, height: 2000 };
    const fit = fitted({ ...untouchedView, zoom: 2.5, x: 0.4, y: 0.2 }, picture);
    const turned = fitted(turnedView(fit, 90, picture), picture);
    const middleOf = (view: CropView) => rotated({ x: view.x / view.zoom, y: view.y / view.zoom }, -view.turn);
    expect(middleOf(turned).x).toBeCloseTo(middleOf(fit).x);
    expect(middleOf(turned).y).toBeCloseTo(middleOf(fit).y);
  });

  it('is zoomed about the middle of the crop', () => {
    holds((view) => {
      const zoomed = zoomedView(view, view.zoom * 2);
      expect(zoomed.x / zoomed.zoom).toBeCloseTo(view.x / view.zoom, 9);
      expect(zoomed.y / zoomed.zoom).toBeCloseTo(view.y / view.zoom, 9);
    });
  });

  it('is straightened by 15° at most', () => {
    expect([tiltedView(untouchedView, 40).tilt, tiltedView(untouchedView, -15.5).tilt]).toEqual([15, -15]);
  });
});

it('places a picture in the crop as the view shows it', () => {
  holds((view, picture) => {
    const fit = fitted(view, picture);
    const place = placeInCrop(cropOf(fit, picture), picture);
    expect(place.left).toBeCloseTo(0.5 + fit.x, 6);
    expect(place.top).toBeCloseTo(0.5 + fit.y / 1.25, 6);
    const covering = Math.max(1, (1.25 * picture.width) / picture.height);
    expect(place.width).toBeCloseTo(covering * fit.zoom, 6);
  });
});

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
