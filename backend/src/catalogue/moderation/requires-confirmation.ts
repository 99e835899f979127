/** The file changed in a way that only its designer can judge: pages may be blank, attached sheets may be missing. */
const DOUBTFUL = new Set([
  'repaired',
  'was-signed',
  'xfa',
  'content-not-inspected',
  'markup-removed',
  'attachments-removed',
  'active-content-removed',
]);

/** Whether a prepared file with these flags waits for its designer. */
export const isDoubtful = (flags: string[]) => flags.some((flag) => DOUBTFUL.has(flag));
