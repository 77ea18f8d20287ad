/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { press } from '../../../lib/press.fixture.spec';
import type { CroppedFile } from '../../../shared/photos/cropping';
import CropQueue from './crop-queue';

/** Matches names of files that the browser cannot show. jsdom loads no pictures, so every picture is 3000 × 2000 px. */
let unseen: RegExp;
let addresses: Map<string, string>;
/** Answers of the server by path. `requests` lists the requests. */
let answers: Record<string, () => PlainResponse>;
let requests: string[];

class PlainResponse {
  readonly headers = { get: () => null };
  readonly status: number;
  readonly ok: boolean;
  constructor(
    private readonly body = '',
    { status = 200 } = {},
  ) {
    this.status = status;
    this.ok = status < 400;
  }
  async json() {
    return JSON.parse(this.body);
  }
  async text() {
    return this.body;
  }
}

const settle = () => act(async () => undefined);

beforeEach(() => {
  unseen = /^$/;
  addresses = new Map();
  answers = { '/find-face': faceAt(null, null), '/manifest.webmanifest': () => new PlainResponse() };
  requests = [];
  HTMLImageElement.prototype.decode = async function decode(this: HTMLImageElement) {
    if (unseen.test(addresses.get(this.src) ?? '')) throw new DOMException('cannot be shown', 'EncodingError');
  };
  Object.defineProperty(HTMLImageElement.prototype, 'naturalWidth', { configurable: true, value: 3000 });
  Object.defineProperty(HTMLImageElement.prototype, 'naturalHeight', { configurable: true, value: 2000 });
  URL.createObjectURL = (file) => {
    const address = `blob:${addresses.size}`;
    addresses.set(address, (file as File).name);
    return address;
  };
  URL.revokeObjectURL = () => undefined;
  const answerTo = (url: string) => {
    requests.push(url);
    return answers[url.replace('/api', '')]?.() ?? Promise.reject(new TypeError('no answer'));
  };
  globalThis.Response = PlainResponse as unknown as typeof Response;
  globalThis.fetch = (async (url: string) => answerTo(url)) as unknown as typeof fetch;
  globalThis.XMLHttpRequest = class {
    upload = {};
    status = 0;
    responseText = '';
    onload = () => undefined;
    onerror = () => undefined;
    private url = '';
    open(_: string, url: string) {
      this.url = url;
    }
    setRequestHeader() {}
    getResponseHeader() {}
    abort() {}
    async send() {
      try {
        const answer = await answerTo(this.url);
        this.status = answer.status;
        this.responseText = await answer.text();
        this.onload();
      } catch {
        this.onerror();
      }
    }
  } as unknown as typeof XMLHttpRequest;
  canvasGivesBack((drawn) => drawn);
});
afterEach(cleanup);

/** Replaces the canvas of jsdom, which can neither fill colours nor create a file. */
function canvasGivesBack(pixelsOf: (drawn: Uint8ClampedArray) => Uint8ClampedArray | null) {
  HTMLCanvasElement.prototype.getContext = function getContext(this: HTMLCanvasElement) {
    const data = new Uint8ClampedArray(this.width * this.height * 4).fill(255);
    const width = this.width;
    return {
      canvas: this,
      fillStyle: '',
      drawImage() {},
      fillRect(left: number, top: number, across: number, down: number) {
        const colour = [...this.fillStyle.matchAll(/\d+/g)].map(Number);
        for (let y = top; y < top + down; y += 1) {
          for (let x = left; x < left + across; x += 1) data.set(colour, 4 * (y * width + x));
        }
      },
      getImageData: () => ({ data: pixelsOf(data) }),
    };
  } as never;
  HTMLCanvasElement.prototype.toBlob = (tell) =>
    tell({ type: 'image/jpeg', arrayBuffer: async () => new ArrayBuffer(4) } as Blob);
}

const json =
  (body: unknown, status = 200) =>
  () =>
    new PlainResponse(JSON.stringify(body), { status });
const faceAt = (crop: object | null, faces: number | null = 1) => json({ success: true, faces, crop });
const preview = { success: true, width: 4000, height: 3000, picture: 'data:image/jpeg;base64,/9j/' };

function filesOf(...names: string[]): File[] {
  return names.map((name) => new File(['x'], name, { type: 'image/jpeg' }));
}

async function show(files: File[]) {
  const done: CroppedFile[][] = [];
  let cancelled = 0;
  render(<CropQueue files={files} onDone={(cropped) => done.push(cropped)} onCancel={() => (cancelled += 1)} />);
  await act(async () => import('../../../ui/motion/motion-features'));
  await settle();
  return { done, cancelled: () => cancelled };
}

const slide = (name: string, value: number) =>
  fireEvent.change(screen.getByRole('slider', { name }), { target: { value } });
const zoomShown = () => Number(screen.getByRole<HTMLInputElement>('slider', { name: 'Zoom' }).value);

describe('a picture', () => {
  it('is sent as it is, with what of it was chosen', async () => {
    const [file] = filesOf('beach.jpg');
    const { done } = await show([file!]);
    await press('Turn right');
    slide('Straighten', 4.5);
    await press('Zoom in');
    await press('Save');
    expect(done[0]).toHaveLength(1);
    expect(done[0]?.[0]).toMatchObject({ file, size: { width: 3000, height: 2000 }, crop: { turn: 90, tilt: 4.5 } });
  });

  it('is turned to both sides, and reset', async () => {
    const { done } = await show(filesOf('beach.jpg'));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Reset' }).disabled).toBe(true);
    await press('Turn left');
    await screen.findByText('The photo is turned by 270°.');
    await press('Turn right');
    await screen.findByText('The photo is not turned.');
    await press('Zoom in');
    slide('Straighten', -3);
    await press('Reset');
    expect(zoomShown()).toBe(1.01);
    await press('Save');
    expect(done[0]?.[0]?.crop).toMatchObject({ turn: 0, tilt: 0 });
  });

  it('says how far it is straightened', async () => {
    await show(filesOf('beach.jpg'));
    slide('Straighten', -2.5);
    expect(screen.getByRole('slider', { name: 'Straighten' }).getAttribute('aria-valuetext')).toBe(
      '2.5 degrees to the left',
    );
  });
});

describe('several pictures', () => {
  it('are cropped one after the other, may be left out, and are not dropped without a question', async () => {
    const files = filesOf('a.jpg', 'b.jpg', 'c.jpg');
    const { done, cancelled } = await show(files);
    await press('Leave out');
    await screen.findByText('Photo 2 of 3');
    await settle();
    await press('Save');
    await screen.findByText('Photo 3 of 3');
    await press('Cancel all photos');
    await screen.findByText('Cancel all 3 photos?');
    await press('Keep cropping');
    expect(cancelled()).toBe(0);
    await press('Save');
    expect(done.map((cropped) => cropped.map(({ file }) => file))).toEqual([[files[1], files[2]]]);
  });

  it('are gone back to, each with its crop as it was left', async () => {
    const { done } = await show(filesOf('a.jpg', 'b.jpg'));
    slide('Straighten', 6);
    await press('Zoom in');
    await press('Save');
    await screen.findByText('Photo 2 of 2');
    await settle();
    await press('Turn left');
    await press('Back to the previous photo');
    await screen.findByText('Photo 1 of 2');
    await settle();
    expect(screen.queryByRole('button', { name: 'Back to the previous photo' })).toBeNull();
    expect(zoomShown()).toBe(1.2);
    slide('Straighten', 2);
    await press('Save');
    await screen.findByText('Photo 2 of 2');
    await settle();
    await press('Save');
    expect(done[0]?.map(({ crop: { turn, tilt } }) => ({ turn, tilt }))).toEqual([
      { turn: 0, tilt: 2 },
      { turn: 270, tilt: 0 },
    ]);
  });
});

describe('a picture that this browser cannot show', () => {
  beforeEach(() => {
    unseen = /\.heic$/;
  });

  it('is cropped from what the server shows, in shares of the picture itself', async () => {
    answers['/preview-picture'] = json(preview);
    const { done } = await show(filesOf('IMG_7.heic'));
    await screen.findByRole('slider', { name: 'Zoom' });
    await press('Save');
    expect(done[0]?.[0]).toMatchObject({ size: { width: 4000, height: 3000 }, preview: preview.picture });
  });

  it('is asked for once, also by a person who goes back', async () => {
    answers['/preview-picture'] = json(preview);
    await show(filesOf('IMG_7.heic', 'b.jpg'));
    await screen.findByRole('slider', { name: 'Zoom' });
    await press('Save');
    await screen.findByText('Photo 2 of 2');
    await press('Back to the previous photo');
    await screen.findByText('Photo 1 of 2');
    await screen.findByRole('slider', { name: 'Zoom' });
    expect(requests.filter((url) => url.endsWith('/preview-picture'))).toHaveLength(1);
  });

  it('is refused with the reason of the server, and left out', async () => {
    answers['/preview-picture'] = json(
      { success: false, code: 'UNSUPPORTED_MEDIA', message: 'IMG_7.heic is damaged.', error: 'IMG_7.heic is damaged.' },
      415,
    );
    const { cancelled } = await show(filesOf('IMG_7.heic'));
    expect((await screen.findByRole('alert')).textContent).toContain('IMG_7.heic is damaged.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await press('Choose another photo');
    expect(cancelled()).toBe(1);
  });

  it('is sent again where no answer came', async () => {
    await show(filesOf('IMG_7.heic'));
    await screen.findByRole('alert');
    answers['/preview-picture'] = json(preview);
    await press('Try again');
    await screen.findByRole('slider', { name: 'Zoom' });
  });
});

describe('a face that was found', () => {
  const crop = { left: 0.25, top: 0.1, width: 0.267, height: 0.5 };
  const framed = 'We framed what looks like a face. Move it as you like.';

  it('moves the crop, and the dialog claims no more than that', async () => {
    answers['/find-face'] = faceAt(crop);
    await show(filesOf('me.jpg'));
    await screen.findByText(framed);
    expect(zoomShown()).toBeCloseTo(2, 1);
  });

  it('moves nothing that the person has touched', async () => {
    const answering = Promise.withResolvers<void>();
    globalThis.fetch = (async () => {
      await answering.promise;
      return faceAt(crop)();
    }) as unknown as typeof fetch;
    await show(filesOf('me.jpg'));
    await press('Zoom in');
    answering.resolve();
    await settle();
    await settle();
    expect(zoomShown()).toBe(1.2);
    expect(screen.queryByText(framed)).toBeNull();
  });

  it('is not told where the crop stays as it was', async () => {
    answers['/find-face'] = faceAt({ left: 0, top: 0, width: 1, height: 1 });
    await show(filesOf('me.jpg'));
    await settle();
    expect(requests).toEqual(['/api/find-face']);
    expect(screen.queryByText(framed)).toBeNull();
  });

  it('is missed without a claim', async () => {
    answers['/find-face'] = faceAt(null, 0);
    await show(filesOf('me.jpg'));
    await screen.findByText('No face was recognised in this photo. Assessors rate best when they see yours.');
  });

  it('is not searched where the canvas gives back other pixels than were drawn', async () => {
    canvasGivesBack((drawn) => drawn.map((value, at) => (at % 4 === 3 ? value : (value * 7 + at) % 256)));
    await show(filesOf('me.jpg'));
    await settle();
    expect(requests).toEqual([]);
  });
});
