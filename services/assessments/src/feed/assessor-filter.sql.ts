/**
 * An assessor's two of the 64 bits of `open_assessment.assessor_filter`, a Bloom filter of the assessors in `rated_assessment`:
 * if one of the two is not set, the assessor is not among them. Ids are random at their end.
 */
export const filterBits = (assessorId: string): string =>
  `((1::bigint << (get_byte(uuid_send(${assessorId}), 14) & 63)) | (1::bigint << (get_byte(uuid_send(${assessorId}), 15) & 63)))`;
