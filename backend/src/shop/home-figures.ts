import { Inject, Injectable, Logger } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { GetShopFigures } from '../insights/queries/get-shop-figures.js';
import type { Config, HomeStats } from '../platform/config/config.js';
import { CONFIG } from '../platform/tokens.js';

/** The figures are cached because counting reads whole tables. */
const CACHE_TTL_MS = 300_000;
const UNKNOWN: HomeStats = { patterns: null, customers: null, designers: null, rating: null };

/** The figures of the home page: each is set by the operator, or counted from the database (`live`). */
@Injectable()
export class HomeFigures {
  private readonly logger = new Logger('HomeFigures');
  private cached: Promise<HomeStats> | null = null;
  private expiresAt = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly queries: QueryBus,
  ) {}

  /** @returns the figures; a figure is null if it is unknown, and the page omits it */
  async get(): Promise<HomeStats> {
    const { homeStats } = this.config;
    const figures = Object.entries(homeStats) as [keyof HomeStats, string][];
    if (!figures.some(([, figure]) => figure === 'live')) return homeStats;
    const counted = await this.getCounted();
    return Object.fromEntries(
      figures.map(([name, figure]) => [name, figure === 'live' ? counted[name] : figure]),
    ) as unknown as HomeStats;
  }

  private getCounted(): Promise<HomeStats> {
    if (!this.cached || performance.now() > this.expiresAt) {
      this.expiresAt = performance.now() + CACHE_TTL_MS;
      this.cached = this.count().catch((error: unknown) => {
        this.logger.warn({ err: error }, 'home figures not counted');
        this.cached = null;
        return UNKNOWN;
      });
    }
    return this.cached;
  }

  /** The rating is null, because the shop has no ratings. */
  private async count(): Promise<HomeStats> {
    const { patterns, customers, designers } = await this.queries.execute(new GetShopFigures());
    return {
      patterns: formatCount(patterns),
      customers: formatCount(customers),
      designers: formatCount(designers),
      rating: null,
    };
  }
}

const formatCount = (count: number) => (count > 0 ? count.toLocaleString('en-US') : null);
