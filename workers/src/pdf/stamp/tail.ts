import { deflateSync, inflateSync } from 'node:zlib';
import type { Plan, StampSize } from '../prepare/plan.js';
import { FONT_OBJECTS, fontObjects, HALO_OBJECTS, haloObjects } from '../document/embed-font.js';
import { packTable, tableBytes, TABLE_FILTER, type PackedTable } from '../document/packed-table.js';
import { inVisualOrder, type ShapedLine } from '../document/script-fonts.js';
import type { Glyph } from '../document/glyph.js';
import { findGlyphs, stampHaloObjects, toStampText } from './stamp-font.js';
import { CODE_SIZE, codeContent } from './mark-code.js';
import { CODE_NAME, stampContent } from './stamp-form.js';
import { ADDED_GLYPHS, type StampGlyphs } from './fit-text.js';
import { stampLine, stampParts, stampText, type Stamp } from './stamp-text.js';
import { STREAM_WIDTHS, streamRows, tableRows, type XrefRows } from '../document/xref-rows.js';

export type { Stamp } from './stamp-text.js';

/**
 * Defines grey, for files that follow a standard that forbids the device-dependent DeviceGray. White point D65, gamma of a
 * screen (ISO 32000-1, 8.6.5.2 and 8.6.5.6).
 */
const DEFAULT_GREY = '/ColorSpace<</DefaultGray[/CalGray<</WhitePoint[0.9505 1 1.089]/Gamma 2.2>>]>>';

/** A plan in a form from which many tails can be written quickly. It can be cached. */
export interface CompiledPlan {
  plan: Plan;
  rows: Buffer;
  rowFormat: XrefRows;
  constant: Buffer;
  /** Objects of the constant part, with their offsets in that part. */
  constantObjects: { object: number; offset: number }[];
  /** The beginning of the xref stream, which is the same in all copies. Undefined for plans of version 1. */
  table?: PackedTable;
}

/** @throws {Error} for an unknown plan version */
export function compilePlan(plan: Plan): CompiledPlan {
  if (plan.v !== 1 && plan.v !== 2) throw new Error(`unknown plan version ${String(plan.v)}`);
  const rows = inflateSync(Buffer.from(plan.rows, 'base64'));
  const constant = inflateSync(Buffer.from(plan.constant, 'base64'));
  const constantObjects: CompiledPlan['constantObjects'] = [];
  const rowFormat = plan.v === 2 ? streamRows : tableRows;
  for (let object = 1; object < plan.objects; object++) {
    const offset = (rowFormat.offset(rows, object) ?? -1) - plan.masterBytes;
    if (offset >= 0) constantObjects.push({ object, offset });
  }
  if (plan.table === undefined) return { plan, rows, rowFormat, constant, constantObjects };
  const personal = [plan.info.object, plan.table, ...plan.sizes.map((size) => size.object)];
  const table = packTable(rows, new Set([...personal, ...constantObjects.map(({ object }) => object)]));
  return { plan, rows, rowFormat, constant, constantObjects, table };
}

/**
 * Writes the tail of a buyer's copy. The copy consists of the master and this tail. The same plan and stamp give the same
 * bytes. The catalog is the last object: without it no PDF reader shows a page, so a truncated copy shows no page without
 * the stamp.
 * @param draw returns the content that is drawn instead of the stamp; used by the search for visible places and by tests
 * @throws {RangeError} for a malformed date or file id
 */
export function writeTail(
  compiled: CompiledPlan,
  stamp: Stamp,
  draw?: (size: StampSize) => string,
): { tail: Buffer; fileId: string } {
  const { plan, rowFormat, constant } = compiled;
  const { fileId } = stamp;
  if (!/^[0-9a-f]{32}$/.test(fileId)) throw new RangeError('a file id has 32 hex digits');
  const { glyphs, line } = shapeStamp(stamp);
  const { objects: fonts, resources: fontNames } = stampFonts(plan, line);
  const defaultGrey = plan.defaultGrey ? DEFAULT_GREY : '';
  const codeObject = plan.objects + fonts.length;
  const addedObjects = fonts.length + 1;
  const rows = Buffer.concat([compiled.rows, rowFormat.free(addedObjects)]);
  const form = (box: string, resources: string, content: string): string =>
    `<</Subtype/Form/BBox[0 0 ${box}]` +
    `${resources && `/Resources<<${resources}>>`}${streamWith(content, plan.v === 2)}`;

  let personal = '';
  const add = (object: number, body: string): void => {
    rowFormat.write(rows, object, plan.masterBytes + personal.length);
    personal += `${object} 0 obj\n${body}\nendobj\n`;
  };
  for (const size of plan.sizes) {
    const content = draw ? draw(size) : stampContent(size, glyphs);
    const resources = `/Font<<${fontNames}>>/XObject<</${CODE_NAME} ${codeObject} 0 R>>${defaultGrey}`;
    add(size.object, form(`${size.width} ${size.height}`, resources, content));
  }
  fonts.forEach((body, index) => add(plan.objects + index, body.toString('latin1')));
  add(codeObject, form(`${CODE_SIZE.width} ${CODE_SIZE.height}`, defaultGrey, draw ? '' : codeContent(fileId)));
  add(plan.info.object, info(plan, stamp));

  const constantAt = plan.masterBytes + personal.length;
  for (const { object, offset } of compiled.constantObjects) rowFormat.write(rows, object, constantAt + offset);
  const table = writeTable(compiled, { rows, addedObjects, at: constantAt + constant.length }, fileId);
  return { tail: Buffer.concat([Buffer.from(personal, 'latin1'), constant, ...table]), fileId };
}

/** @returns the glyphs of a stamp, and its shaped text (`line`) with the fonts that the copy must embed */
export function shapeStamp(stamp: Stamp): { glyphs: StampGlyphs; line: ShapedLine } {
  const line = stamp.shaper?.(stampLine(stamp)) ?? { glyphs: findGlyphs(stampText(stamp)), fonts: [] };
  const [before, , after] = stampParts(stamp);
  const address: StampGlyphs['address'] = [before.length, line.glyphs.length - findGlyphs(toStampText(after)).length];
  const order = stamp.shaper && inVisualOrder;
  return { glyphs: { text: line.glyphs, address, fileId: findGlyphs(stamp.fileId), order }, line };
}

/**
 * @param packed whether the stream is deflated. Deflating is the slowest part of writing a tail
 * @returns the last entries of a stream's dictionary, and the stream
 */
function streamWith(content: string, packed: boolean): string {
  const bytes = packed ? deflateSync(Buffer.from(content, 'latin1'), { level: 9 }).toString('latin1') : content;
  return `${packed ? '/Filter/FlateDecode' : ''}/Length ${bytes.length}>>stream\n${bytes}\nendstream`;
}

interface CopyTable {
  rows: Buffer;
  /** Number of objects that only this copy has; their numbers follow those of the plan. */
  addedObjects: number;
  /** Offset of the table in the file. */
  at: number;
}

/** @returns the only cross-reference table of the file, its trailer and the %%EOF marker */
function writeTable({ plan, table }: CompiledPlan, { rows, addedObjects, at }: CopyTable, fileId: string): Buffer[] {
  const objects = plan.objects + addedObjects;
  const entries = [
    `/Size ${objects}/Root ${plan.catalog} 0 R/Info ${plan.info.object} 0 R`,
    `/ID[${plan.firstId}<${fileId}>]`,
  ].join('');
  const end = `startxref\n${at}\n%%EOF\n`;
  if (plan.table === undefined || !table) {
    const trailer = `trailer\n<<${entries}>>\n${end}`;
    return [Buffer.from(`xref\n0 ${objects}\n`), rows, Buffer.from(trailer, 'latin1')];
  }
  streamRows.write(rows, plan.table, at);
  const packed = tableBytes(table, rows, plan.objects);
  const filterEntries = `/W${STREAM_WIDTHS}/Index[${table.index} ${plan.objects} ${addedObjects}]${TABLE_FILTER}/Length ${packed.length}`;
  const head = `${plan.table} 0 obj\n<</Type/XRef${filterEntries}${entries}>>stream\n`;
  return [Buffer.from(head, 'latin1'), packed, Buffer.from(`\nendstream\nendobj\n${end}`)];
}

/**
 * @returns the fonts that only this copy has, as objects with the numbers after those of the plan (`objects`), and the font
 * entries for the resources of the stamp (`resources`)
 */
function stampFonts(plan: Plan, { glyphs, fonts }: ShapedLine): { objects: Buffer[]; resources: string } {
  const used = (font: string): Glyph[] => [...glyphs, ...ADDED_GLYPHS].filter((glyph) => glyph.font === font);
  const objects = stampHaloObjects(plan.font, plan.objects, used('F'));
  let resources = `/F ${plan.font} 0 R/H ${plan.objects} 0 R`;
  fonts.forEach((font, index) => {
    const first = plan.objects + HALO_OBJECTS + index * (FONT_OBJECTS + HALO_OBJECTS);
    const halo = first + FONT_OBJECTS;
    objects.push(...fontObjects(first, font), ...haloObjects(font.name, first, halo, used(`F${index + 1}`)));
    resources += `/F${index + 1} ${first} 0 R/H${index + 1} ${halo} 0 R`;
  });
  return { objects, resources };
}

function info(plan: Plan, stamp: Stamp): string {
  const buyerTitle = plan.keepsTitle ? undefined : stamp.title;
  const entries = plan.info.entries.filter(([key]) => key !== '/Title' || buyerTitle === undefined);
  const title = buyerTitle === undefined ? '' : `/Title ${unicodeString(buyerTitle)}`;
  return `<<${entries.map(([key, value]) => `${key} ${value}`).join('')}${title}/PatternFileId(${stamp.fileId})>>`;
}

const unicodeString = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
