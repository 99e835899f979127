/** For the contracts of other contexts. Not part of list-cards.ts, because workers load that file but no contracts. */
export { PatternCard } from '../../catalogue.contract.js';
