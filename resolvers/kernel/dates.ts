const isoDate = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/** Whether a text is a date, or a date with a time, in ISO 8601. `Date` reads the 31st of June as the 1st of July. */
export function isDate(value: string): boolean {
  if (!isoDate.test(value) || Number.isNaN(Date.parse(value))) return false;
  const day = value.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}
