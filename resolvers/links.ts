/**
 * Matchers for edges between domains: how a fact of one domain names a thing in another. Each says when it knows of
 * no match by null, and then nothing is asked.
 */

/** A place as people write it about themselves, when it looks like one: not "the internet", not "🌍". */
export function placeIn(location: string | null): string | null {
  const place = location?.trim().replaceAll(/\s+/g, ' ') ?? '';
  const looksLikePlace = /^\p{L}[\p{L}\p{M}'’. -]*(?:,\s*\p{L}[\p{L}\p{M}'’. -]*){0,2}$/u.test(place);
  return looksLikePlace && place.length <= 100 ? place : null;
}
