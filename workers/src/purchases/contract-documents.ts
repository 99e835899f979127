import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import { GetStoredText } from '#backend/legal/queries/get-stored-text.js';
import type { ContractText, StoredText } from '#backend/legal/stored-text.js';
import { dayOfVersion, legalPdf } from '../pdf/legal/legal-pdf.js';

/** A PDF with a legal text of an order. */
export interface ContractDocument {
  kind: ContractText;
  /** The day of the version of the text, yyyy-mm-dd. */
  day: string;
  fileName: string;
  pdf: Buffer;
}

/** Makes the documents that the confirmations of orders carry. Most orders of a day have the same documents. */
@Injectable()
export class ContractDocuments {
  private readonly documents = new LRUCache<string, ContractDocument>({ max: 8 });

  constructor(private readonly queries: QueryBus) {}

  /** @param id of a row of `legal_texts` @throws {Error} when the row is missing */
  async find(id: string): Promise<ContractDocument> {
    const document = this.documents.get(id) ?? toDocument(await this.queries.execute(new GetStoredText(id)));
    this.documents.set(id, document);
    return document;
  }
}

function toDocument(text: StoredText): ContractDocument {
  const day = dayOfVersion(text.version);
  return { kind: text.kind, day, fileName: `${text.content.title} ${day}.pdf`, pdf: legalPdf(text) };
}
