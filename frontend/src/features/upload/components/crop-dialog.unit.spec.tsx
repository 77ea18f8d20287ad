/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { press } from '../../../lib/press.fixture.spec';
import CropDialog from './crop-dialog';
import CropQueue from './crop-queue';

const picture = new File(['x'], 'beach.jpg', { type: 'image/jpeg' });
const logged = jest.spyOn(console, 'error');

/** What jsdom lacks: pictures that load, and a canvas, of which a browser cannot make a file here. */
beforeEach(() => {
  logged.mockReset().mockImplementation(() => undefined);
  const context = { drawImage() {}, translate() {}, rotate() {} };
  HTMLImageElement.prototype.decode = async () => undefined;
  HTMLCanvasElement.prototype.getContext = (() => context) as never;
  HTMLCanvasElement.prototype.toBlob = (tell) => tell(null);
  URL.createObjectURL = () => 'blob:beach';
  URL.revokeObjectURL = () => undefined;
});
afterEach(cleanup);

async function show() {
  const cropped: File[] = [];
  render(
    <CropDialog
      file={picture}
      position={1}
      count={1}
      onCropped={(file) => cropped.push(file)}
      onCancel={() => undefined}
    />,
  );
  await act(async () => import('../../../ui/motion/motion-features'));
  fireEvent.load(document.querySelector('img')!);
  return cropped;
}
const failure = expect.objectContaining({ message: 'Failed to create blob' });

describe('a picture of which no file can be made', () => {
  it('is logged, and offered as it is', async () => {
    const cropped = await show();
    await press('Save');
    expect(logged).toHaveBeenCalledWith(failure);
    await screen.findByText('beach.jpg');
    await press('Save');
    expect(cropped).toEqual([picture]);
  });

  it('is logged when it cannot be turned, and stays as it was', async () => {
    await show();
    await press('Turn by 90°');
    expect(logged).toHaveBeenCalledWith(failure);
    expect(document.querySelector('img')?.src).toBe('blob:beach');
  });
});

describe('several pictures', () => {
  it('are cropped one after the other, may be left out, and are not dropped without a question', async () => {
    const done: File[][] = [];
    let cancelled = 0;
    const files = ['a', 'b', 'c'].map((name) => new File(['x'], `${name}.jpg`, { type: 'image/jpeg' }));
    render(<CropQueue files={files} onDone={(cropped) => done.push(cropped)} onCancel={() => (cancelled += 1)} />);
    await act(async () => import('../../../ui/motion/motion-features'));
    await press('Leave this one out');
    const saveAsItIs = async (position: string, name: string) => {
      await screen.findByText(position);
      fireEvent.load(document.querySelector('img')!);
      await press('Save');
      await screen.findByText(name);
      await press('Save');
    };
    await saveAsItIs('Photo 2 of 3', 'b.jpg');
    await press('Cancel all photos');
    await screen.findByText('Cancel all 3 photos?');
    await press('Keep cropping');
    expect(cancelled).toBe(0);
    await saveAsItIs('Photo 3 of 3', 'c.jpg');
    expect(done).toEqual([[files[1], files[2]]]);
  });
});
