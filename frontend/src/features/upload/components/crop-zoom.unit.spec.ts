import { describe, expect, it } from '@jest/globals';
import { faceWords, limitZoom, zoomBy, zoomMin } from './crop-dialog';

describe('what is said of the faces in a picture', () => {
  const crop = { left: 0.2, top: 0.1, width: 0.4, height: 0.5 };

  it('is a hint where there is none or several, and that the crop was set around one', () => {
    expect([
      faceWords({ faces: 0, crop: null }),
      faceWords({ faces: 2, crop: null }),
      faceWords({ faces: 1, crop }),
    ]).toEqual([
      'We could not find your face in this photo. Assessors rate best when they see it.',
      'There seem to be several people in this photo. Assessors rate best when they see you alone.',
      'The crop is set around your face. Move it as you like.',
    ]);
  });

  it('is nothing where nobody could look', () => {
    expect(faceWords({ faces: null, crop: null })).toBe(null);
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
