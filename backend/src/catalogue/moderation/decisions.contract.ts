import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { type Ground, GROUNDS } from '../../platform/ground.js';
import { Choice } from '../../platform/http/choice.js';
import { LanguageChoice } from '../../platform/http/language-choice.js';
import { PageNumber, PageOf, PageSize } from '../../platform/http/paging.js';
import { STATUSES, type Status } from '../patterns/pattern.entity.js';
import { OptionalLine, Prose, TrimmedProse } from '../patterns/text-rules.js';
import { OptionalGround } from './moderation.contract.js';
import { DECISIONS, type DecisionKind, DETECTIONS, type Detection } from './pattern-report.entity.js';

/** `hidden` reverses a decision that left or put the pattern on sale, `restored` a decision that hid it. */
export const REVIEW_OUTCOMES = ['upheld', 'restored', 'hidden'] as const;

export class ReviewForm extends OptionalGround {
  @ApiProperty({ enum: REVIEW_OUTCOMES, description: 'upheld: the decision stays; the others reverse it' })
  @IsIn(REVIEW_OUTCOMES, { message: `decision must be one of ${REVIEW_OUTCOMES.join(', ')}` })
  decision!: (typeof REVIEW_OUTCOMES)[number];

  @ApiProperty({ minLength: 3, maxLength: 2000, description: 'The reason; the designer and the reporters read it' })
  @TrimmedProse()
  @Prose(3, 2000)
  reason!: string;
}

export class DecisionReviewed {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'DR-2026-000042' }) reference!: string;
  @ApiProperty({ enum: REVIEW_OUTCOMES }) decision!: (typeof REVIEW_OUTCOMES)[number];
}

export class DecisionFilters extends LanguageChoice {
  @Choice(DECISIONS)
  decision?: DecisionKind;

  @OptionalLine(30, { description: 'The reference of a decision or of a report', example: 'DR-2026-000042' })
  reference?: string;

  @PageNumber()
  page?: number;

  @PageSize(20)
  limit?: number;
}

/** A statement of reasons (Art. 17 DSA), without the moderator. */
export class DecisionStatement {
  @ApiProperty({ example: 'DR-2026-000042' }) reference!: string;
  @ApiProperty({ enum: DECISIONS }) decision!: DecisionKind;
  @ApiProperty({ enum: GROUNDS, nullable: true, type: String }) ground!: Ground | null;
  @ApiProperty({ type: String, nullable: true, description: 'The norm or the clause of the terms' })
  clause!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'The facts and the reason' }) reason!: string | null;
  @ApiProperty({ enum: DETECTIONS }) detected_by!: Detection;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The reference of the decision that this one keeps or reverses',
  })
  reviews!: string | null;
  @ApiProperty({ format: 'date-time' }) decided_at!: string;
}

/** The person who has reported a pattern. Only administrators see this person, to answer courts and authorities. */
export class Notifier {
  @ApiProperty({ example: 'NR-2026-000042' }) reference!: string;
  @ApiProperty({ type: String, nullable: true }) name!: string | null;
  @ApiProperty({ type: String, nullable: true }) email!: string | null;
}

export class DecisionView extends DecisionStatement {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) pattern_id!: string;
  @ApiProperty() pattern_title!: string;
  @ApiProperty({ enum: STATUSES }) pattern_status!: Status;
  @ApiProperty() designer_name!: string;
  @ApiProperty({ type: String, nullable: true, description: 'The user name; null when the account is erased' })
  moderator!: string | null;
  @ApiProperty({ type: [String], description: 'The references of the reports' }) reports!: string[];
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The reference of the second decision, after an objection',
  })
  reviewed_by!: string | null;
  @ApiProperty({ description: 'Whether the viewer can decide about an objection to this decision' })
  reviewable!: boolean;
  @ApiPropertyOptional({ type: [Notifier], description: 'For administrators' }) notifiers?: Notifier[];
}

export class DecisionPage extends PageOf('decisions', DecisionView) {}
