import { PDFDocument } from 'pdf-lib';

/** The file as a more forgiving reader understands it, written anew; undefined when it understands nothing. */
export async function resave(source: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    const document = await PDFDocument.load(source, { throwOnInvalidObject: false, updateMetadata: false });
    return await document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
  } catch {
    return undefined;
  }
}
