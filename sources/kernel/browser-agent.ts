/**
 * The agent of a browser, for sites that refuse programs; of September 2025. `<GROUP>_AGENT` of the operator takes its place.
 */
export const browserAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
