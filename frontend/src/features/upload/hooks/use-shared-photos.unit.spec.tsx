/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { useSharedPhotos } from './use-shared-photos';

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'caches');
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <MemoryRouter initialEntries={['/profile?shared']}>{children}</MemoryRouter>
);

it.each([
  ['kept none', async () => ({ matchAll: async () => [] })],
  ['could not keep them', async () => Promise.reject(new Error('full'))],
])('shared photos are missed if the service worker %s', async (_, open) => {
  Object.assign(globalThis, { caches: { open, delete: async () => true } });
  const told: string[] = [];
  const photos = async () => void told.push('photos');
  renderHook(() => useSharedPhotos(photos, () => told.push('none')), { wrapper });
  await waitFor(() => expect(told).toEqual(['none']));
});
