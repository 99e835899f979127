import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { Choice } from '../../platform/http/choice.js';
import { LanguageChoice } from '../../platform/http/language-choice.js';
import { PageNumber, PageSize } from '../../platform/http/paging.js';
import {
  ALL_REPORT_REASONS,
  REPORT_DECISIONS,
  REPORT_REASONS,
  type ReportDecision,
  type ReportReason,
} from './pattern-report.entity.js';
import { STATUSES, type Status } from '../patterns/pattern.entity.js';
import { OptionalProse, Prose, TrimmedProse } from '../patterns/text-rules.js';

const REPORT_STATES = ['open', 'resolved'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

export class ReportForm {
  @ApiProperty({ enum: REPORT_REASONS })
  @IsIn(REPORT_REASONS, { message: `reason must be one of ${REPORT_REASONS.join(', ')}` })
  reason!: ReportReason;

  @OptionalProse(2000, { example: 'Das Titelbild stammt aus meinem Buch.' })
  text?: string;
}

export class ReportReceived {
  @ApiProperty({ enum: ['open'] }) state!: 'open';
}

export class ReportFilters extends LanguageChoice {
  @Choice(REPORT_STATES, { default: 'open' })
  state?: ReportState;

  @PageNumber()
  page?: number;

  @PageSize(20)
  limit?: number;
}

/** A report of a pattern. It does not name the reporter. */
export class ReportView {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) pattern_id!: string;
  @ApiProperty() pattern_title!: string;
  @ApiProperty({ enum: STATUSES }) pattern_status!: Status;
  @ApiProperty({ type: String, nullable: true, description: 'The first picture' }) pattern_picture!: string | null;
  @ApiProperty() designer_name!: string;
  @ApiProperty({
    enum: ALL_REPORT_REASONS,
    description: 'resold-copy: the shop found the mark of a sold copy in an upload',
  })
  reason!: (typeof ALL_REPORT_REASONS)[number];
  @ApiProperty({ type: String, nullable: true }) text!: string | null;
  @ApiProperty({ type: 'integer', description: 'Open reports of this pattern' }) open_reports!: number;
  @ApiProperty({ type: 'integer', description: 'Seconds since it was reported' }) age_seconds!: number;
  @ApiProperty({ format: 'date-time' }) reported_at!: string;
  @ApiProperty({ enum: REPORT_STATES }) state!: ReportState;
  @ApiProperty({ enum: REPORT_DECISIONS, nullable: true, type: String }) decision!: ReportDecision | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) resolved_at!: string | null;
  @ApiPropertyOptional({ type: [String], description: 'For administrators: the orders of the resold copy' })
  order_numbers?: string[];
}

export class ReportPage {
  @ApiProperty({ type: [ReportView] }) reports!: ReportView[];
  @ApiProperty({ type: 'integer' }) page!: number;
  @ApiProperty({ type: 'integer' }) limit!: number;
  @ApiProperty({ type: 'integer' }) total!: number;
  @ApiProperty({ type: 'integer' }) total_pages!: number;
}

export class ResolveForm {
  @ApiProperty({ enum: REPORT_DECISIONS, description: 'hidden also removes the pattern from the shop' })
  @IsIn(REPORT_DECISIONS, { message: `decision must be ${REPORT_DECISIONS.join(' or ')}` })
  decision!: ReportDecision;

  @OptionalProse(2000, { description: 'The reason, stored with the decision' })
  note?: string;
}

export class ReportResolved {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: ['resolved'] }) state!: 'resolved';
  @ApiProperty({ enum: REPORT_DECISIONS }) decision!: ReportDecision;
}

export class HideForm {
  @ApiProperty({ minLength: 3, maxLength: 2000, description: 'The reason, stored with the decision' })
  @TrimmedProse()
  @Prose(3, 2000)
  reason!: string;
}

export class PatternModerated {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: STATUSES }) status!: Status;
}
