import { readFile } from 'node:fs/promises';
import { expect, type APIRequestContext } from '@playwright/test';
import { PDFDocument, PDFHexString, PDFName, PDFString, rgb } from 'pdf-lib';
import { findLink, waitForMail } from './mailbox.ts';
import { type Person, registerPerson } from './people.ts';

/** Registers a person and verifies the e-mail address. Only verified users can sell patterns. */
export async function registerVerifiedPerson(
  request: APIRequestContext,
  language: 'de' | 'en' = 'de',
): Promise<Person> {
  const person = await registerPerson(request, language);
  const mail = await waitForMail(request, person.email, /confirm|bestätig/i);
  const link = findLink(mail, '/verify-email');
  const token = new URL(link).searchParams.get('token');
  const response = await request.post('/api/auth/verify-email', { data: { token } });
  expect(response.ok()).toBe(true);
  return person;
}

/** A file for a file input. */
interface InputFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Creates a PDF with a test square on its first page. @param size the page width and height in points, A4 by default */
export async function createPdf(
  name: string,
  { pages = 3, size = [595.28, 841.89] as [number, number] } = {},
): Promise<InputFile> {
  const document = await PDFDocument.create();
  for (let number = 1; number <= pages; number += 1) {
    const page = document.addPage(size);
    page.drawRectangle({ x: 80, y: 80, width: 300, height: 500, borderWidth: 1, borderColor: rgb(0, 0, 0) });
    if (number === 1) page.drawRectangle({ x: 420, y: 640, width: 141.73, height: 141.73, borderWidth: 1 });
  }
  return toInputFile(name, document);
}

/** Creates a text file that has the MIME type of a PDF. */
export const createInvalidPdf = (name: string): InputFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('Kein PDF, sondern ein Brief an die Schneiderin.'),
});

/** Creates a PDF whose trailer says that a password encrypts the file. */
export async function createLockedPdf(name: string): Promise<InputFile> {
  const document = await PDFDocument.create();
  const { context } = document;
  document.addPage();
  const zeros = (bytes: number) => PDFHexString.of('00'.repeat(bytes));
  const lock = { Filter: 'Standard', V: 1, R: 2, Length: 40, P: -44, O: zeros(32), U: zeros(32) };
  context.trailerInfo.Encrypt = context.register(context.obj(lock));
  context.trailerInfo.ID = context.obj([zeros(16), zeros(16)]);
  return toInputFile(name, document);
}

/** Creates a PDF with a comment. The shop removes the comment, and the designer has to approve the changed file. */
export async function createPdfWithComment(name: string): Promise<InputFile> {
  const document = await PDFDocument.create();
  const { context } = document;
  const comment = { Type: 'Annot', Subtype: 'Text', Rect: [50, 50, 80, 80], Contents: PDFString.of('Länger') };
  document.addPage().node.set(PDFName.of('Annots'), context.obj([context.register(context.obj(comment))]));
  return toInputFile(name, document);
}

async function toInputFile(name: string, document: PDFDocument): Promise<InputFile> {
  const bytes = await document.save({ useObjectStreams: false });
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) };
}

/** Loads docs/shop.png as a file with the given name. */
export async function loadPicture(name: string): Promise<InputFile> {
  return { name, mimeType: 'image/png', buffer: await readFile(new URL('../../docs/shop.png', import.meta.url)) };
}
