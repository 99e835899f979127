/** Flags whose cause the designer must look at, for example whether a removed attachment belonged to the pattern. */
const FLAGS = new Set([
  'repaired',
  'was-signed',
  'xfa',
  'content-not-inspected',
  'markup-removed',
  'attachments-removed',
  'active-content-removed',
]);

/** Whether the designer has to confirm a prepared file with these flags before it can be sold. */
export const requiresConfirmation = (flags: string[]) => flags.some((flag) => FLAGS.has(flag));
