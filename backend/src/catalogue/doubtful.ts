/** Damage may have been "repaired" into blank pages: the designer looks at these before anybody buys them. */
const DOUBTFUL = new Set(['repaired', 'was-signed', 'xfa', 'content-not-inspected', 'markup-removed']);

/** Whether a prepared file with these flags waits for its designer. */
export const isDoubtful = (flags: string[]) => flags.some((flag) => DOUBTFUL.has(flag));
