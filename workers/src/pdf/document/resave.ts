import { PDFDocument } from 'pdf-lib';

/**
 * Re-saves a file with pdf-lib, which reads some damaged files that qpdf cannot read.
 * @returns undefined when pdf-lib fails
 */
export async function resave(source: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    const document = await PDFDocument.load(source, { throwOnInvalidObject: false, updateMetadata: false });
    return await document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
  } catch {
    return undefined;
  }
}
