import { PDFDocument } from 'pdf-lib';

/** Re-saves a file with pdf-lib, which is more tolerant than qpdf. @returns undefined when pdf-lib cannot read the file */
export async function resave(source: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    const document = await PDFDocument.load(source, { throwOnInvalidObject: false, updateMetadata: false });
    return await document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
  } catch {
    return undefined;
  }
}
