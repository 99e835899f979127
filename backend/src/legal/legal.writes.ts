import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../platform/config/config.js';
import { Sql } from '../platform/database/sql.js';
import type { Language } from '../platform/language.js';
import { CONFIG } from '../platform/tokens.js';
import { toContractText } from './contract-text.js';

/** The ids of the texts (`legal_texts`) to which the buyer of an order agrees. */
export interface ContractTextIds {
  termsTextId: string;
  withdrawalTextId: string;
}

/** Stores the terms and the instruction on withdrawal of an order: once per change of the text or of the operator's facts. */
@Injectable()
export class ContractTexts {
  /**
   * The texts that this process has stored, or is storing. Its settings do not change, so one statement per language is
   * enough.
   */
  private readonly stored = new Map<Language, Promise<ContractTextIds>>();

  constructor(
    private readonly sql: Sql,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Call it outside a transaction: after a rollback, the texts would be missing but count as stored. */
  async store(locale: Language): Promise<ContractTextIds> {
    const texts = this.stored.get(locale) ?? this.insert(locale);
    this.stored.set(locale, texts);
    try {
      return await texts;
    } catch (error) {
      this.stored.delete(locale);
      throw error;
    }
  }

  private async insert(locale: Language): Promise<ContractTextIds> {
    const terms = toContractText('terms', locale, this.config);
    const withdrawal = toContractText('withdrawal', locale, this.config);
    await this.sql.rows(STORE, [JSON.stringify([terms, withdrawal])]);
    return { termsTextId: terms.id, withdrawalTextId: withdrawal.id };
  }
}

const STORE = `
insert into legal_texts (id, kind, locale, version, content)
select id, kind, locale, version, content
from jsonb_to_recordset($1::jsonb) as t (id text, kind text, locale text, version text, content jsonb)
on conflict (id) do nothing`;
