/** Injection token of the checked configuration. */
export const CONFIG = Symbol('CONFIG');
