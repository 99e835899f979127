import { designerTexts } from '../catalogue/designers.ts';
import type { DemoFile, FileKind } from '../demo-shop-types.ts';
import { sizesInRange } from '../drafting/size-ranges.ts';
import { instructionsFile } from './instructions-file.ts';
import { a0File, projectorFile } from './large-file.ts';
import { nests } from './paper-layout.ts';
import type { Printed } from './printed.ts';
import { a4, letter, tiledFile } from './tiled-file.ts';

const endings: Record<FileKind, string> = {
  a4: 'A4',
  letter: 'US Letter',
  a0: 'A0',
  projector: 'Beamer',
  instructions: 'Anleitung',
};

/** @returns all PDFs of a pattern, with the same bytes each time */
export async function printFiles(printed: Printed): Promise<DemoFile[]> {
  const designer = designerTexts.find(({ key }) => key === printed.metadata.designer)!.name;
  const list = nests(printed.design, sizesInRange(printed.metadata.range), printed.metadata.seam);
  const checked = printed.design.kind === 'skirt' && printed.design.skirt.kind === 'kilt';
  const make: Record<FileKind, () => Promise<{ bytes: Uint8Array; sheets: number }>> = {
    a4: () => tiledFile(printed, designer, list, a4),
    letter: () => tiledFile(printed, designer, list, letter),
    a0: () => a0File(printed, designer, list.printed, checked),
    projector: () => projectorFile(printed, designer, list.printed),
    instructions: () => instructionsFile(printed, designer, [...list.printed, ...list.measured]),
  };
  const files: DemoFile[] = [];
  for (const kind of printed.metadata.files) {
    files.push({ kind, fileName: `${printed.text.title.de} – ${endings[kind]}.pdf`, ...(await make[kind]()) });
  }
  return files;
}
