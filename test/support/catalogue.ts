/** The most items of a catalogue of the sandbox: whole ones are most of the time of a test that asks every route. */
export const usualCatalogueItems = 150;
