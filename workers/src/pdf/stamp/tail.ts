import { deflateSync, inflateSync } from 'node:zlib';
import type { Plan, StampSize } from '../prepare/plan.js';
import { FONT_OBJECTS, fontObjects, HALO_OBJECTS, haloObjects } from '../document/embed-font.js';
import { packTable, tableBytes, TABLE_FILTER, type PackedTable } from '../document/packed-table.js';
import { inVisualOrder, type ShapedLine } from '../document/script-fonts.js';
import type { Glyph } from '../document/glyph.js';
import { glyphsOf, stampHaloObjects, writable } from './stamp-font.js';
import { CODE_SIZE, codeContent } from './mark-code.js';
import { CODE_NAME, stampContent } from './stamp-form.js';
import { ADDED_GLYPHS, type StampGlyphs } from './stamp-layout.js';
import { stampLine, stampParts, stampText, type Stamp } from './stamp-text.js';
import { STREAM_WIDTHS, streamRows, tableRows, type XrefRows } from '../document/xref-rows.js';

export type { Stamp } from './stamp-text.js';

/** DefaultGray with D65 and screen gamma, for files that do not define DeviceGray. ISO 32000-1, 8.6.5.2 and 8.6.5.6. */
const DEFAULT_GREY = '/ColorSpace<</DefaultGray[/CalGray<</WhitePoint[0.9505 1 1.089]/Gamma 2.2>>]>>';

/** A plan compiled for many tails; can be cached. */
export interface CompiledPlan {
  plan: Plan;
  rows: Buffer;
  kind: XrefRows;
  constant: Buffer;
  /** Objects of the constant part, and their offsets in that part. */
  shifted: { object: number; offset: number }[];
  /** The constant part of an xref stream (plan 2). */
  table?: PackedTable;
}

/** Compiles a plan. @throws {Error} for an unknown plan version */
export function compilePlan(plan: Plan): CompiledPlan {
  if (plan.v !== 1 && plan.v !== 2) throw new Error(`unknown plan version ${String(plan.v)}`);
  const rows = inflateSync(Buffer.from(plan.rows, 'base64'));
  const constant = inflateSync(Buffer.from(plan.constant, 'base64'));
  const shifted: CompiledPlan['shifted'] = [];
  const kind = plan.v === 2 ? streamRows : tableRows;
  for (let object = 1; object < plan.objects; object++) {
    const offset = (kind.offset(rows, object) ?? -1) - plan.masterBytes;
    if (offset >= 0) shifted.push({ object, offset });
  }
  if (plan.table === undefined) return { plan, rows, kind, constant, shifted };
  const personal = [plan.info.object, plan.table, ...plan.sizes.map((size) => size.object)];
  const table = packTable(rows, new Set([...personal, ...shifted.map(({ object }) => object)]));
  return { plan, rows, kind, constant, shifted, table };
}

/**
 * The personal end of a buyer's copy: the file is the master followed by `tail`. A pure function: the same plan and stamp
 * give the same bytes. The catalog comes last, so that a truncated copy has none and no reader opens it unstamped.
 * @param draw for trials: content to paint instead of the stamp
 * @throws {RangeError} for a malformed date or file id
 */
export function writeTail(
  compiled: CompiledPlan,
  stamp: Stamp,
  draw?: (size: StampSize) => string,
): { tail: Buffer; fileId: string } {
  const { plan, kind, constant } = compiled;
  const { fileId } = stamp;
  if (!/^[0-9a-f]{32}$/.test(fileId)) throw new RangeError('a file id has 32 hex digits');
  const { glyphs, line } = shapeStamp(stamp);
  const { objects: fonts, resources: fontNames } = stampFonts(plan, line);
  const defaultGrey = plan.defaultGrey ? DEFAULT_GREY : '';
  const code = plan.objects + fonts.length;
  const added = fonts.length + 1;
  const rows = Buffer.concat([compiled.rows, kind.free(added)]);
  const form = (box: string, resources: string, content: string): string =>
    `<</Subtype/Form/BBox[0 0 ${box}]` +
    `${resources && `/Resources<<${resources}>>`}${streamOf(content, plan.v === 2)}`;

  let personal = '';
  const add = (object: number, body: string): void => {
    kind.write(rows, object, plan.masterBytes + personal.length);
    personal += `${object} 0 obj\n${body}\nendobj\n`;
  };
  for (const size of plan.sizes) {
    const content = draw ? draw(size) : stampContent(size, glyphs);
    const resources = `/Font<<${fontNames}>>/XObject<</${CODE_NAME} ${code} 0 R>>${defaultGrey}`;
    add(size.object, form(`${size.width} ${size.height}`, resources, content));
  }
  fonts.forEach((body, index) => add(plan.objects + index, body.toString('latin1')));
  add(code, form(`${CODE_SIZE.width} ${CODE_SIZE.height}`, defaultGrey, draw ? '' : codeContent(fileId)));
  add(plan.info.object, info(plan, stamp));

  const constantAt = plan.masterBytes + personal.length;
  for (const { object, offset } of compiled.shifted) kind.write(rows, object, constantAt + offset);
  const table = tableOf(compiled, { rows, added, at: constantAt + constant.length }, fileId);
  return { tail: Buffer.concat([Buffer.from(personal, 'latin1'), constant, ...table]), fileId };
}

/** The glyphs of a stamp, and its embedded fonts. */
export function shapeStamp(stamp: Stamp): { glyphs: StampGlyphs; line: ShapedLine } {
  const line = stamp.shaper?.(stampLine(stamp)) ?? { glyphs: glyphsOf(stampText(stamp)), fonts: [] };
  const [before, , after] = stampParts(stamp);
  const address: StampGlyphs['address'] = [before.length, line.glyphs.length - glyphsOf(writable(after)).length];
  const order = stamp.shaper && inVisualOrder;
  return { glyphs: { line: line.glyphs, address, fileId: glyphsOf(stamp.fileId), order }, line };
}

/** The end of a stream's dictionary, and the stream. Deflating is the slowest part of a tail, so it is only used for packed files. */
function streamOf(content: string, packed: boolean): string {
  const bytes = packed ? deflateSync(Buffer.from(content, 'latin1'), { level: 9 }).toString('latin1') : content;
  return `${packed ? '/Filter/FlateDecode' : ''}/Length ${bytes.length}>>stream\n${bytes}\nendstream`;
}

interface CopyTable {
  rows: Buffer;
  /** Number of objects of this copy only, numbered after those of the plan. */
  added: number;
  /** Offset of the table in the file. */
  at: number;
}

/** The only table of the file, with trailer and end. */
function tableOf({ plan, table }: CompiledPlan, { rows, added, at }: CopyTable, fileId: string): Buffer[] {
  const objects = plan.objects + added;
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
  const how = `/W${STREAM_WIDTHS}/Index[${table.index} ${plan.objects} ${added}]${TABLE_FILTER}/Length ${packed.length}`;
  const head = `${plan.table} 0 obj\n<</Type/XRef${how}${entries}>>stream\n`;
  return [Buffer.from(head, 'latin1'), packed, Buffer.from(`\nendstream\nendobj\n${end}`)];
}

/** Fonts of this copy only, as objects numbered after those of the plan, and their resource names. */
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
  const own = plan.keepsTitle ? undefined : stamp.title;
  const kept = plan.info.entries.filter(([key]) => key !== '/Title' || own === undefined);
  const title = own === undefined ? '' : `/Title ${unicodeString(own)}`;
  return `<<${kept.map(([key, value]) => `${key} ${value}`).join('')}${title}/PatternFileId(${stamp.fileId})>>`;
}

const unicodeString = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
