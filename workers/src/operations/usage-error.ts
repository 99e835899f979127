/** What was typed cannot be meant; the message names the option. */
export class UsageError extends Error {}
