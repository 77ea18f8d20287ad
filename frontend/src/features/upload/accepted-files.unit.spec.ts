import { describe, expect, it } from '@jest/globals';
import { acceptFiles, chooseFiles, croppedName } from './accepted-files';

const file = (name: string, type: string) => new File(['x'], name, { type });

describe('chosen files', () => {
  it('takes images', () => {
    expect(acceptFiles([file('a.jpg', 'image/jpeg')], 9)).toMatchObject({ problem: null });
  });

  it('takes a HEIC picture that comes without a type', () => {
    expect(acceptFiles([file('IMG_1.HEIC', '')], 9).files).toHaveLength(1);
  });

  it('names what is no image and keeps the others', () => {
    const accepted = acceptFiles([file('notes.txt', 'text/plain'), file('a.png', 'image/png')], 9);
    expect(accepted.problem).toBe('notes.txt is not an image.');
    expect(accepted.files.map(({ name }) => name)).toEqual(['a.png']);
  });

  it('takes none of ten', () => {
    const ten = Array.from({ length: 10 }, (_, index) => file(`${index}.png`, 'image/png'));
    expect(acceptFiles(ten, 9)).toEqual({ files: [], problem: 'You can only upload up to 9 photos.' });
  });
});

describe('files beside what is selected already', () => {
  const three = Array.from({ length: 3 }, (_, index) => file(`${index}.png`, 'image/png'));
  const limits = { filesMax: 9, photoLimit: 2 };

  it('are taken as far as there is room, and the rest is left out with a word', () => {
    const chosen = chooseFiles(three, { ...limits, room: 1 });
    expect(chosen.files.map(({ name }) => name)).toEqual(['0.png']);
    expect(chosen.problem).toBe('You can only select up to 2 photos. 2 photos were left out.');
  });

  it('are all taken where they fit', () => {
    expect(chooseFiles(three, { filesMax: 9, photoLimit: 6, room: 3 })).toEqual({ files: three, problem: null });
  });

  it('are refused where nothing fits', () => {
    expect(chooseFiles(three, { ...limits, room: 0 }).files).toEqual([]);
  });
});

describe('a cropped picture', () => {
  it('keeps the name it came with', () => {
    expect(croppedName('beach.jpg')).toBe('cropped-beach.jpg.png');
  });
});
