import type { ContractText } from '#backend/legal/contract-text.js';
import type { Language } from '#backend/platform/language.js';
import { ACCENT, BODY, HAIRLINE, INK, LEFT, MUTED, RIGHT, RIGHT_ALIGNED, SMALL } from '../sheet/page-style.js';
import { sheetFile } from '../sheet/sheet-file.js';
import { longDay, splitAddress } from '../sheet/sheet-texts.js';
import { wrapText } from '../sheet/sheet.js';
import { type ParagraphStyle, TextFlow } from '../sheet/text-flow.js';
import { legalWords } from './legal-words.js';

const PARAGRAPH: ParagraphStyle = { ...BODY, leading: 14.5, before: 5 };
const ITEM: ParagraphStyle = { ...PARAGRAPH, before: 2, mark: '–' };
const LEAD: ParagraphStyle = { ...PARAGRAPH, colour: MUTED, before: 10 };
/** A heading stays on the page of the first two lines of its text. */
const HEADING = { size: 12, colour: INK, bold: true, leading: 16, before: 14, keepBelow: 34 };
const FORM = { inset: 14, leading: 14.5, gap: 10, writingRoom: 16 };

/** The day of a version such as `2026-11-25-1a2b3c4d5e6f`. */
export const dayOfVersion = (version: string): string => version.slice(0, 10);

/**
 * Creates a document with a legal text of an order, on A4 pages. Each page names the text, its version, and the day of the
 * version. The same text gives the same bytes.
 */
export function legalPdf({ locale, version, content }: ContractText): Buffer {
  const { title, lead, sections, shop, seller } = content;
  const flow = new TextFlow();
  const versionDay = legalWords[locale].version.replace('{day}', longDay(dayOfVersion(version), locale));
  drawHead(flow, content, versionDay);
  flow.paragraph(lead, LEAD);
  for (const section of sections) {
    const form = formRows(section.form ?? []);
    // A form stays on the page of its heading.
    const keepBelow = HEADING.keepBelow + (section.form ? heightOf(form) : 0);
    flow.paragraph(section.title, { ...HEADING, keepBelow });
    for (const line of section.text) drawLine(flow, withAddresses(line, content.site));
    if (section.form) drawForm(flow, form);
  }
  drawFeet(flow, [title, versionDay, version].join(' · '), locale);
  const info = { title: `${title} – ${shop}`, author: seller, language: locale, createdOn: dayOfVersion(version) };
  return sheetFile(
    flow.pages.map((page) => page.content),
    info,
  );
}

/** On paper a link needs its address: `[Widerruf](/widerruf)` becomes `Widerruf (https://…/de/widerruf)`. */
const withAddresses = (line: string, site: string): string =>
  line.replace(/\[([^\]]+)\]\((\/[^)]*)\)/g, (_, text: string, path: string) =>
    text.startsWith('https:') || text.startsWith('http:') ? text : `${text} (${site}${path})`,
  );

function drawHead(flow: TextFlow, content: ContractText['content'], version: string): void {
  const { page } = flow;
  page.text(LEFT, 768, content.shop, { size: 17, colour: ACCENT, bold: true });
  page.rule(752, LEFT, RIGHT, 1.2, ACCENT);
  page.text(LEFT, 738, [content.seller, ...splitAddress(content.address)].join(' · '), SMALL);
  page.text(LEFT, 696, content.title, { size: 22, colour: INK, bold: true });
  page.text(LEFT, 677, version, { ...BODY, colour: MUTED });
  flow.continueBelow(677);
}

function drawLine(flow: TextFlow, line: string): void {
  if (line.startsWith('– ')) flow.paragraph(line.slice(2), ITEM);
  else flow.paragraph(line, PARAGRAPH);
}

interface FormRow {
  lines: string[];
  /** Room for the answer below the lines. */
  room: number;
}

/** @returns the rows of a form. Lines for an answer have room to write below them; addresses and notes have none. */
const formRows = (form: string[]): FormRow[] =>
  form.map((line) => ({
    lines: wrapText(line, BODY.size, RIGHT - LEFT - 2 * FORM.inset, / +/),
    room: /^\(|:$/.test(line) ? 0 : FORM.writingRoom,
  }));

const heightOf = (rows: FormRow[]): number =>
  rows.reduce((sum, { lines, room }) => sum + lines.length * FORM.leading + room + FORM.gap, FORM.inset);

/** Draws a form in a frame, on one page. */
function drawForm(flow: TextFlow, rows: FormRow[]): void {
  const { inset, leading, gap } = FORM;
  const height = heightOf(rows);
  const top = flow.reserve(height, 12);
  const { page } = flow;
  page.frame(LEFT, top - height, RIGHT - LEFT, height, HAIRLINE);
  let y = top - inset - BODY.size + 2;
  for (const { lines, room } of rows) {
    for (const line of lines) {
      page.text(LEFT + inset, y, line, BODY);
      y -= leading;
    }
    y -= room;
    if (room > 0) page.rule(y + leading - 4, LEFT + inset, RIGHT - inset, 0.5, MUTED);
    y -= gap;
  }
}

/** @param reference names the text and its version */
function drawFeet({ pages }: TextFlow, reference: string, locale: Language): void {
  for (const [index, page] of pages.entries()) {
    const number = legalWords[locale].page
      .replace('{page}', String(index + 1))
      .replace('{pages}', String(pages.length));
    page.rule(64, LEFT, RIGHT, 0.5, HAIRLINE);
    page.text(LEFT, 49, reference, SMALL);
    page.text(RIGHT, 49, number, { ...SMALL, ...RIGHT_ALIGNED });
  }
}
