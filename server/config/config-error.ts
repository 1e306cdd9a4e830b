/** An invalid variable. The message holds the name of the variable and the accepted form, and never a secret. */
export class ConfigError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConfigError';
  }
}
