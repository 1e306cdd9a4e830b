/** What an operator needs to know to obtain the credential of a source. */
export interface CredentialAccess {
  readonly provider: string;
  /** The address of the page that issues it. */
  readonly page: string;
  /** What it costs, as a phrase such as `free`. */
  readonly cost: string;
  /** What the provider grants with it, as a phrase such as `60 requests a minute`; left out where it says no number. */
  readonly quota?: string;
  /** Further sentences of the way to it, where that is not plain from the page. */
  readonly recipe?: string;
}

/** Sentences, such as `OpenWeather issues it at https://…: free plan, 60 requests a minute.` */
export function describeAccess(
  { provider, page, cost, quota, recipe }: CredentialAccess,
  isPlural = false,
): string {
  const grant = quota === undefined ? cost : `${cost}, ${quota}`;
  return `${provider} issues ${isPlural ? 'them' : 'it'} at ${page}: ${grant}.${recipe === undefined ? '' : ` ${recipe}`}`;
}
