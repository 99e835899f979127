import type { DecisionStatement } from '#backend/catalogue/moderation/decisions.contract.js';
import type { Language } from '#backend/platform/language.js';
import { details, heading, paragraph } from './blocks.js';
import type { Block } from './mail-content.js';
import { formatMoment } from './mail-format.js';
import { fill, mailMessages } from './mail-messages.js';
import type { Seller } from './seller.js';

/**
 * The statement of reasons of a moderator's decision: ground, facts, and how the decision was made (Art. 17 (3) DSA).
 * @param rows further details, shown above the details of the decision
 */
export function statementBlocks(
  { reference, decision, ground, clause, reason, detected_by: detectedBy, decided_at: decidedAt }: DecisionStatement,
  rows: [label: string, value: string][],
  locale: Language,
): Block[] {
  const texts = mailMessages[locale].frame.statement;
  const restores = decision === 'restored' || decision === 'dismissed';
  return [
    details([
      ...rows,
      [texts.reference, reference],
      [texts.decidedAt, formatMoment(new Date(decidedAt), locale)],
      ...(ground && clause ? ([[texts.ground[ground], clause]] as [string, string][]) : []),
    ]),
    ...(reason ? [heading(texts.reasonTitle), paragraph(reason)] : []),
    paragraph(restores ? texts.human : `${texts.detected[detectedBy]} ${texts.human}`),
  ];
}

/** How to object to a decision. A decision that was kept after an objection is not reviewed again. */
export function redressBlocks(
  { reference, decision }: DecisionStatement,
  { dsaContact }: Seller,
  locale: Language,
): Block[] {
  const { statement, courts } = mailMessages[locale].frame;
  const objection = decision === 'upheld' ? [] : [paragraph(fill(statement.object, { dsaContact, reference }))];
  return [heading(statement.objectTitle), ...objection, paragraph(courts)];
}
