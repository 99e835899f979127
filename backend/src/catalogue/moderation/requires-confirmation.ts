/** Changes that only the designer can judge: pages may be blank, attached sheets may be missing. */
const FLAGS = new Set([
  'repaired',
  'was-signed',
  'xfa',
  'content-not-inspected',
  'markup-removed',
  'attachments-removed',
  'active-content-removed',
]);

/** Whether a prepared file with these flags is sold only after its designer confirms it. */
export const requiresConfirmation = (flags: string[]) => flags.some((flag) => FLAGS.has(flag));
