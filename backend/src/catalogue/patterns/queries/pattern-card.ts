/**
 * The `*.contract.ts` files of other contexts import PatternCard from here, because a context must not import the contract
 * of another one but its queries. It is not in list-cards.ts, because workers load that file and must load no contract.
 */
export { PatternCard } from '../../catalogue.contract.js';
