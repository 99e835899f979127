/** For the contracts of other contexts; apart from the query, as workers ask that and load no contracts. */
export { PatternCard } from '../../catalogue.contract.js';
