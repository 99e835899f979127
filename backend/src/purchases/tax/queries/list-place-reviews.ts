import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import type { Language } from '../../../platform/language.js';
import { pageNumbers } from '../../../platform/page-numbers.js';
import { placeName } from '../../../platform/tax/place-name.js';
import type { PlaceReview, PlaceReviewFilters, PlaceReviewPage, PlaceReviewState } from '../tax.contract.js';

/** The purchases with contradicting evidence of the buyer's place, the newest first; open ones have the oldest first. */
export class ListPlaceReviews extends Query<PlaceReviewPage> {
  constructor(
    readonly filters: PlaceReviewFilters,
    readonly language: Language,
  ) {
    super();
  }
}

interface Row extends Omit<PlaceReview, 'statedName' | 'cardName' | 'correctedToName'>, Record<string, unknown> {
  card: string;
  correctedTo: string | null;
}

@QueryHandler(ListPlaceReviews)
export class ListPlaceReviewsHandler implements IQueryHandler<ListPlaceReviews> {
  constructor(private readonly sql: Sql) {}

  async execute({ filters, language }: ListPlaceReviews): Promise<PlaceReviewPage> {
    const { state, page = 1, limit = 20 } = filters;
    const where = WHERE[state ?? 'all'];
    const [rows, count] = await Promise.all([
      this.sql.rows<Row>(listStatement(where, state), [limit, (page - 1) * limit]),
      this.sql.row<{ total: number }>(`select count(*)::int as total ${FROM} ${where}`),
    ]);
    const reviews = rows.map(({ card, correctedTo, ...row }) => ({
      ...row,
      statedName: placeName(row.stated, language),
      cardName: placeName(card, language),
      correctedToName: correctedTo && placeName(correctedTo, language),
    }));
    return { reviews: reviews as PlaceReview[], ...pageNumbers(page, limit, count!.total) };
  }
}

const FROM = 'from place_reviews r join purchases u on u.id = r.purchase_id';
/** A refunded purchase has a cancellation invoice, so its invoice needs no other correction. */
const NEEDS_DOCUMENT = `(r.needs_document and u.status <> 'refunded')`;
const WHERE: Record<PlaceReviewState | 'all', string> = {
  all: '',
  open: 'where r.decided_at is null',
  document: `where ${NEEDS_DOCUMENT}`,
  decided: 'where r.decided_at is not null',
};

const listStatement = (where: string, state?: PlaceReviewState) => `
select r.purchase_id as id, u.order_number as "orderNumber", r.stated, r.card, r.found_at as "foundAt", r.decision,
       r.corrected_to as "correctedTo", ${NEEDS_DOCUMENT} as "needsDocument", r.reason, r.decided_at as "decidedAt"
${FROM} ${where}
order by r.found_at ${state === 'open' ? '' : 'desc'}, r.purchase_id ${state === 'open' ? '' : 'desc'} limit $1 offset $2`;
