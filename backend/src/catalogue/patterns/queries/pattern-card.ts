/** For the contracts of other contexts. Not exported by the query, because workers execute it and load no contracts. */
export { PatternCard } from '../../catalogue.contract.js';
