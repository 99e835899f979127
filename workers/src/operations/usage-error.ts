/** Invalid arguments; the message names the option. */
export class UsageError extends Error {}
