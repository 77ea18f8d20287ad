// Part of the service worker: keeps photos that another app shares until the app opens them for cropping.
const sharedPhotos = 'shared-photos';

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'POST' && new URL(url).pathname === '/share') event.respondWith(keepPhotos(event.request));
});

async function keepPhotos(request) {
  try {
    const form = await request.formData();
    await caches.delete(sharedPhotos);
    const cache = await caches.open(sharedPhotos);
    const photos = form.getAll('photos').filter((photo) => photo instanceof File);
    await Promise.all(
      photos.map((photo, index) => {
        const headers = { 'content-type': photo.type, 'x-name': encodeURIComponent(photo.name) };
        return cache.put(`/share/${index}`, new Response(photo, { headers }));
      }),
    );
  } catch {
    // The page finds no photos and says so.
    await caches.delete(sharedPhotos).catch(() => undefined);
  }
  return Response.redirect('/profile?shared', 303);
}
