import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
import { IdParam } from '../../platform/http/id-param.js';
import { LanguageChoice } from '../../platform/http/language-choice.js';
import { Limit } from '../../platform/http/limits/limits.js';
import { CurrentViewer, SignedInAdmin, type Viewer } from '../../platform/http/viewer.js';
import { DecidePlace } from './commands/decide-place.js';
import { DecideRate } from './commands/decide-rate.js';
import { ProposeRate } from './commands/propose-rate.js';
import { GetTaxOverview } from './queries/get-tax-overview.js';
import { ListPlaceReviews } from './queries/list-place-reviews.js';
import { ListServedCountries } from './queries/list-served-countries.js';
import {
  DecidePlaceForm,
  PlaceReviewFilters,
  PlaceReviewPage,
  ProposeRateForm,
  ServedCountries,
  TaxChange,
  TaxOverview,
} from './tax.contract.js';

@Controller()
export class TaxController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('payments/countries')
  @ApiTags('purchases')
  @Endpoint('The countries and territories to which the shop sells, with the VAT of today', 200, ServedCountries)
  @Fails('400 VALIDATION_FAILED')
  listServedCountries(@Query() { lang }: LanguageChoice) {
    return this.queries.execute(new ListServedCountries(lang ?? 'de'));
  }

  @Get('admin/tax')
  @ApiTags('admin')
  @SignedInAdmin()
  @Endpoint('The tax scheme, the sales to other member states and the VAT rates', 200, TaxOverview)
  @Fails('400 VALIDATION_FAILED')
  getTaxOverview(@Query() { lang }: LanguageChoice, @CurrentViewer() viewer: Viewer) {
    return this.queries.execute(new GetTaxOverview(lang ?? viewer.language));
  }

  @Post('admin/tax/rates')
  @ApiTags('admin')
  @SignedInAdmin()
  @Limit('admin')
  @Endpoint('Propose a VAT rate; it holds only after a confirmation', 201, TaxChange)
  @Fails('400 VALIDATION_FAILED')
  proposeRate(@Body() { country, rate, valid_from }: ProposeRateForm, @CurrentViewer() viewer: Viewer) {
    return this.commands.execute(new ProposeRate(viewer.id, country, rate, valid_from));
  }

  @Post('admin/tax/rates/:proposalId/confirm')
  @ApiTags('admin')
  @SignedInAdmin()
  @Limit('admin')
  @Endpoint('Confirm a proposed VAT rate', 200, TaxChange)
  @Fails('400 VALIDATION_FAILED', '404 RATE_PROPOSAL_NOT_FOUND', '409 RATE_PROPOSAL_DECIDED')
  async confirmRate(@RateProposalId() id: string, @CurrentViewer() viewer: Viewer) {
    await this.commands.execute(new DecideRate(id, viewer.id, 'confirmed'));
    return { id };
  }

  @Post('admin/tax/rates/:proposalId/discard')
  @ApiTags('admin')
  @SignedInAdmin()
  @Limit('admin')
  @Endpoint('Discard a proposed VAT rate', 200, TaxChange)
  @Fails('404 RATE_PROPOSAL_NOT_FOUND', '409 RATE_PROPOSAL_DECIDED')
  async discardRate(@RateProposalId() id: string, @CurrentViewer() viewer: Viewer) {
    await this.commands.execute(new DecideRate(id, viewer.id, 'discarded'));
    return { id };
  }

  @Get('admin/tax/places')
  @ApiTags('admin')
  @SignedInAdmin()
  @Endpoint('Purchases with contradicting evidence of the buyer’s place', 200, PlaceReviewPage)
  @Fails('400 VALIDATION_FAILED')
  listPlaceReviews(@Query() filters: PlaceReviewFilters, @CurrentViewer() viewer: Viewer) {
    return this.queries.execute(new ListPlaceReviews(filters, filters.lang ?? viewer.language));
  }

  @Post('admin/tax/places/:reviewId/decide')
  @ApiTags('admin')
  @SignedInAdmin()
  @Limit('admin')
  @Endpoint('Decide in which place the buyer of a purchase lives', 200, TaxChange)
  @Fails('400 VALIDATION_FAILED', '404 PLACE_REVIEW_NOT_FOUND', '409 PLACE_REVIEW_DECIDED')
  async decidePlace(
    @IdParam('reviewId', 'PLACE_REVIEW_NOT_FOUND', 'Review') id: string,
    @Body() { decision, country, reason }: DecidePlaceForm,
    @CurrentViewer() viewer: Viewer,
  ) {
    await this.commands.execute(new DecidePlace(id, viewer.id, decision, country ?? null, reason));
    return { id };
  }
}

function RateProposalId(): ParameterDecorator {
  return IdParam('proposalId', 'RATE_PROPOSAL_NOT_FOUND', 'Proposal');
}
