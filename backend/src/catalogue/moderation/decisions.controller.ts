import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../../platform/http/cache/responses.js';
import { IdParam } from '../../platform/http/id-param.js';
import { Limit } from '../../platform/http/limits/limits.js';
import { CurrentViewer, SignedInModerator, type Viewer } from '../../platform/http/viewer.js';
import { ReviewDecision } from './commands/review-decision.js';
import { DecisionFilters, DecisionPage, DecisionReviewed, ReviewForm } from './decisions.contract.js';
import { ListDecisions } from './queries/list-decisions.js';

/** The moderators' log, and the decisions about objections. */
@ApiTags('moderation')
@SignedInModerator()
@Controller('moderation/decisions')
export class DecisionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint('All decisions of moderators, the newest first', 200, DecisionPage)
  @Fails('400 VALIDATION_FAILED')
  listDecisions(@Query() filters: DecisionFilters, @CurrentViewer() { id, role, language }: Viewer) {
    return this.queries.execute(new ListDecisions({ ...filters, lang: filters.lang ?? language }, { id, role }));
  }

  @Post(':id/review')
  @Limit('admin')
  @Endpoint('Decide about an objection to a decision of another moderator', 200, DecisionReviewed)
  @Fails(
    '400 VALIDATION_FAILED',
    '404 DECISION_NOT_FOUND',
    '409 OWN_DECISION',
    '409 DECISION_REVIEWED',
    '409 DECISION_OUTDATED',
  )
  reviewDecision(
    @IdParam('id', 'DECISION_NOT_FOUND', 'Decision') id: string,
    @Body() { decision, reason, ground, clause }: ReviewForm,
    @CurrentViewer() viewer: Viewer,
  ) {
    const review = { decision, reason, ground: ground ?? null, clause: clause || null };
    return this.commands.execute(new ReviewDecision(id, viewer.id, review));
  }
}
