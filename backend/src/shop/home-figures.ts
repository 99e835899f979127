import { Inject, Injectable, Logger } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetShopFigures } from '../insights/queries/get-shop-figures.js';
import type { Config, HomeStats } from '../platform/config/config.js';
import { CONFIG } from '../platform/tokens.js';

/** The figures count whole tables; on the home page they may be this old. */
const LIFE_MS = 300_000;
const UNKNOWN: HomeStats = { patterns: null, customers: null, designers: null, rating: null };

/** What the home page says about the shop: the operator's words, or counted (HOME_STATS=live). */
@Injectable()
export class HomeFigures {
  private readonly logger = new Logger('HomeFigures');
  private kept: Promise<HomeStats> | null = null;
  private until = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly queries: QueryBus,
  ) {}

  /** A figure that nobody knows is null, and the page leaves it out. */
  async now(): Promise<HomeStats> {
    if (this.config.homeStats !== 'live') return this.config.homeStats;
    if (!this.kept || performance.now() > this.until) {
      this.until = performance.now() + LIFE_MS;
      this.kept = this.count().catch((error: unknown) => {
        this.logger.warn({ err: error }, 'not counted');
        this.kept = null;
        return UNKNOWN;
      });
    }
    return this.kept;
  }

  /** Nobody can rate anything in this shop, so a rating cannot be counted. */
  private async count(): Promise<HomeStats> {
    const { patterns, customers, designers } = await this.queries.execute(new GetShopFigures());
    return {
      patterns: written(patterns),
      customers: written(customers),
      designers: written(designers),
      rating: null,
    };
  }
}

const written = (count: number) => (count > 0 ? count.toLocaleString('en-US') : null);
