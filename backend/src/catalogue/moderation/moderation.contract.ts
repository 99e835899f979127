import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { Choice } from '../../platform/http/choice.js';
import { BlankIsMissing } from '../../platform/http/blank-is-missing.js';
import { ChangeText } from '../../platform/http/change-text.js';
import { type Ground, GROUNDS } from '../../platform/ground.js';
import { GroundForm } from '../../platform/http/ground-form.js';
import { IsAddress } from '../../platform/http/is-address.js';
import { LanguageChoice } from '../../platform/http/language-choice.js';
import { PageNumber, PageSize } from '../../platform/http/paging.js';
import { LANGUAGES, type Language } from '../../platform/language.js';
import { normalisedEmail } from '../../platform/mail/email-address.js';
import {
  ALL_REPORT_REASONS,
  REPORT_DECISIONS,
  REPORT_REASONS,
  type ReportDecision,
  type ReportReason,
} from './pattern-report.entity.js';
import { STATUSES, type Status } from '../patterns/pattern.entity.js';
import { OptionalLine, OptionalProse, Prose, TrimmedProse } from '../patterns/text-rules.js';

const REPORT_STATES = ['open', 'resolved'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

export class ReportForm {
  @ApiProperty({
    enum: REPORT_REASONS,
    description:
      'minors: sexual abuse of minors; a guest may then leave out name and email. copyright, illegal and minors need text and good_faith',
  })
  @IsIn(REPORT_REASONS, { message: `reason must be one of ${REPORT_REASONS.join(', ')}` })
  reason!: ReportReason;

  @OptionalProse(2000, {
    example: 'Das Titelbild stammt aus meinem Buch.',
    description: 'Why the pattern does not belong in the shop; a guest must explain it in at least 10 characters',
  })
  text?: string;

  @OptionalLine(120, { example: 'Käthe Käufer', description: 'Only for guests' })
  name?: string;

  @ApiPropertyOptional({
    format: 'email',
    example: 'reader@example.com',
    description: 'Only for guests: gets the receipt and the decision',
  })
  @ChangeText(normalisedEmail)
  @BlankIsMissing()
  @IsOptional()
  @IsAddress()
  email?: string;

  @ApiPropertyOptional({
    description:
      'True: the reporter states that the information is accurate and complete. Required for guests, and for the reasons copyright, illegal and minors',
  })
  @IsOptional()
  @IsBoolean({ message: 'good_faith must be true or false' })
  good_faith?: boolean;

  @Choice(LANGUAGES, { description: 'Only for guests: the language of the mails', message: 'locale must be de or en' })
  locale?: Language;
}

export class ReportReceived {
  @ApiProperty({ enum: ['open'] }) state!: 'open';
  @ApiProperty({ example: 'NR-2026-000042' }) reference!: string;
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
  @ApiProperty({ example: 'NR-2026-000042' }) reference!: string;
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
  @ApiProperty({ type: 'integer', description: 'Seconds since the report' }) age_seconds!: number;
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

/** The ground of a decision: a law with its norm, or a clause of the shop's terms. */
export class OptionalGround {
  @ApiPropertyOptional({ enum: GROUNDS, description: 'Needed to hide a pattern' })
  @BlankIsMissing()
  @IsOptional()
  @IsIn(GROUNDS, { message: `ground must be ${GROUNDS.join(' or ')}` })
  ground?: Ground;

  @OptionalLine(200, { example: '§ 97 UrhG', description: 'The norm or the clause; needed to hide a pattern' })
  clause?: string;
}

export class ResolveForm extends OptionalGround {
  @ApiProperty({ enum: REPORT_DECISIONS, description: '`hidden` also hides the pattern from the shop' })
  @IsIn(REPORT_DECISIONS, { message: `decision must be ${REPORT_DECISIONS.join(' or ')}` })
  decision!: ReportDecision;

  @OptionalProse(2000, {
    description:
      'The reason; the reporter and, for `hidden`, the designer read it. Required, except to dismiss the report of a resold copy',
  })
  note?: string;
}

export class ReportResolved {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: ['resolved'] }) state!: 'resolved';
  @ApiProperty({ enum: REPORT_DECISIONS }) decision!: ReportDecision;
}

export class RestoreForm {
  @ApiProperty({ minLength: 3, maxLength: 2000, description: 'The facts and the reason; the designer reads it' })
  @TrimmedProse()
  @Prose(3, 2000)
  reason!: string;
}

export class HideForm extends IntersectionType(RestoreForm, GroundForm) {}

export class PatternModerated {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: STATUSES }) status!: Status;
}
