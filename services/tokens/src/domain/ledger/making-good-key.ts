/** Once for each rating that counts no more. */
export const makingGoodKey = (submissionId: string, assessmentId: string): string =>
  `spoiled:${submissionId}:${assessmentId}`;

/** Of which assessment the rating was, by the key of what was given back; undefined for any other key. */
export const assessmentMadeGood = (idempotencyKey: string): string | undefined =>
  /^spoiled:[^:]+:([^:]+)$/.exec(idempotencyKey)?.[1];
