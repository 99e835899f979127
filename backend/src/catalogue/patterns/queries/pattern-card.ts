/**
 * The `*.contract.ts` files of other contexts import PatternCard from here. It is not in list-cards.ts, because workers
 * load list-cards.ts and must not load contract files.
 */
export { PatternCard } from '../../catalogue.contract.js';
