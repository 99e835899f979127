import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Calls `press`, which clicks a download button, and waits for the download in this tab or a new one. */
export async function waitForDownload(page: Page, press: () => Promise<void>): Promise<Download> {
  const arrival = new Promise<Download>((resolve) => {
    page.once('download', resolve);
    page.context().on('page', (tab) => tab.once('download', resolve));
  });
  await press();
  return arrival;
}

export interface PdfContent {
  pages: string[];
  layers: string[];
}

/** @returns the text of each page and the names of the layers */
export async function readPdf(download: Download): Promise<PdfContent> {
  const task = getDocument({ data: new Uint8Array(await readFile(await download.path())), verbosity: 0 });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
  }
  const layers = [...(await document.getOptionalContentConfig())].map(
    (entry) => (entry as unknown as [string, { name: string | null }])[1].name ?? '',
  );
  await task.destroy();
  return { pages, layers };
}
