/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { startPictures } from './pictures';

afterEach(() => document.head.replaceChildren());

it('starts on as many pictures as a phone shows and leaves the answer to whoever takes it', async () => {
  const photos = [1, 2, 3, 4].map((n) => ({ path: `/${n}`, renditions: [{ width: 270, path: `/${n}/270` }] }));
  const answer = answerWith({ photos });
  await startPictures(Promise.resolve(answer));
  const started = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload]')];
  expect(started.map((link) => [link.getAttribute('href'), link.imageSrcset])).toEqual([
    ['/1', '/1/270 270w'],
    ['/2', '/2/270 270w'],
    ['/3', '/3/270 270w'],
  ]);
  expect(await answer.json()).toEqual({ photos });
});

/** jsdom has no Response. */
const answerWith = (body: unknown) => {
  const answer = { ok: true, json: async () => body, clone: () => ({ ...answer }) };
  return answer as unknown as Response;
};
