/**
 * The `*.contract.ts` files of other contexts import PatternCard from here, because a context may import the queries of
 * another context but not its contract. The export is not in list-cards.ts, because workers load that file and must load no
 * contract.
 */
export { PatternCard } from '../../catalogue.contract.js';
