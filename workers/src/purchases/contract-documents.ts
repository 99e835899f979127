import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import { GetContractText } from '#backend/legal/queries/get-contract-text.js';
import type { ContractTextKind, ContractText } from '#backend/legal/contract-text.js';
import { dayOfVersion, legalPdf } from '../pdf/legal/legal-pdf.js';

/** A PDF with a legal text of an order. */
export interface ContractDocument {
  kind: ContractTextKind;
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
    const document = this.documents.get(id) ?? toDocument(await this.queries.execute(new GetContractText(id)));
    this.documents.set(id, document);
    return document;
  }
}

function toDocument(text: ContractText): ContractDocument {
  const day = dayOfVersion(text.version);
  return { kind: text.kind, day, fileName: `${text.content.title} ${day}.pdf`, pdf: legalPdf(text) };
}
