import { useState } from 'react';

/**
 * How many ratings there are, once more of them have come in than there were when this was first looked at; null until then.
 * Views say it in a live region: fetching the same number again says nothing.
 */
export function useArrivedRatings(of: string, ratings: number | undefined): number | null {
  const [seen, setSeen] = useState({ of, ratings });
  if (seen.of !== of || (seen.ratings === undefined && ratings !== undefined)) setSeen({ of, ratings });
  if (seen.of !== of || seen.ratings === undefined || ratings === undefined) return null;
  return ratings > seen.ratings ? ratings : null;
}
