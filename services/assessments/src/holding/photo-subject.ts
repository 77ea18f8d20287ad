/** The photo that a hold, a decision or a screening concerns. `at` is the time of the command: ISO 8601 in UTC. */
export interface PhotoSubject {
  ownerId: string;
  photoId: string;
  at: string;
}
