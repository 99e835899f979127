import { designerTexts } from '../catalogue/designers.ts';
import type { DemoFile, FileKind } from '../demo-shop-types.ts';
import { sizesInRange } from '../drafting/size-ranges.ts';
import { instructionsFile } from './instructions-file.ts';
import { a0File, projectorFile } from './large-file.ts';
import { nests } from './paper-layout.ts';
import type { PrintInput } from './print-input.ts';
import { a4, letter, tiledFile } from './tiled-file.ts';

const endings: Record<FileKind, string> = {
  a4: 'A4',
  letter: 'US Letter',
  a0: 'A0',
  projector: 'Beamer',
  instructions: 'Anleitung',
};

/** @returns all PDFs of a pattern, with the same bytes each time */
export async function printFiles(input: PrintInput): Promise<DemoFile[]> {
  const designer = designerTexts.find(({ key }) => key === input.metadata.designer)!.name;
  const list = nests(input.design, sizesInRange(input.metadata.range), input.metadata.seam);
  const withCheckedFabric = input.design.kind === 'skirt' && input.design.skirt.kind === 'kilt';
  const make: Record<FileKind, () => Promise<{ bytes: Uint8Array; sheets: number }>> = {
    a4: () => tiledFile(input, designer, list, a4),
    letter: () => tiledFile(input, designer, list, letter),
    a0: () => a0File(input, designer, list.printed, withCheckedFabric),
    projector: () => projectorFile(input, designer, list.printed),
    instructions: () => instructionsFile(input, designer, [...list.printed, ...list.measured]),
  };
  const files: DemoFile[] = [];
  for (const kind of input.metadata.files) {
    files.push({ kind, fileName: `${input.text.title.de} – ${endings[kind]}.pdf`, ...(await make[kind]()) });
  }
  return files;
}
