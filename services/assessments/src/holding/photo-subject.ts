/** A photo that is held, decided about or screened; `at` is the moment: ISO 8601 in UTC. */
export interface PhotoSubject {
  ownerId: string;
  photoId: string;
  at: string;
}
