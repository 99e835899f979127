import type { DocumentedState } from './documented-screens.js';

export const STATES: DocumentedState[] = [];
