import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Config } from '../platform/config/config.js';
import { DELIVERY_WITHOUT_WAIVER, type DeliveryWithoutWaiver } from '../platform/config/delivery-part.js';
import { toAbsoluteUrl } from '../platform/http/request-origin.js';
import { WithoutEnvelope } from '../platform/http/envelope.interceptor.js';
import { TAX_SCHEMES, type TaxScheme } from '../platform/tax/tax-scheme.js';
import { CONFIG } from '../platform/tokens.js';
import { HomeFigures } from './home-figures.js';

/** The storefront hides a figure that is null. */
class HomeStats {
  @ApiProperty({ type: String, nullable: true }) patterns!: string | null;
  @ApiProperty({ type: String, nullable: true }) customers!: string | null;
  @ApiProperty({ type: String, nullable: true }) designers!: string | null;
  @ApiProperty({ type: String, nullable: true }) rating!: string | null;
}

class Seller {
  @ApiProperty() name!: string;
  @ApiProperty() address!: string;
}

/** The settings of this deployment; every deployment serves the same build of the storefront. */
export class StorefrontConfig {
  @ApiProperty({ description: 'Empty for the same origin' }) apiBase!: string;
  @ApiProperty() shopName!: string;
  @ApiProperty() publicUrl!: string;
  @ApiProperty({ type: String, nullable: true }) stripePublishableKey!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Set only when a fake replaces Stripe' })
  stripeApiBase!: string | null;
  @ApiProperty() sandbox!: boolean;
  @ApiProperty({ type: String, nullable: true }) mailboxUrl!: string | null;
  @ApiProperty({ type: HomeStats }) homeStats!: HomeStats;
  @ApiProperty() supportEmail!: string;
  @ApiProperty({ type: [String], example: ['https://www.instagram.com/example'] }) socialLinks!: string[];
  @ApiProperty({ type: Seller }) seller!: Seller;
  @ApiProperty({ enum: TAX_SCHEMES }) taxScheme!: TaxScheme;
  @ApiProperty({ enum: DELIVERY_WITHOUT_WAIVER, description: 'When an order without the waiver is delivered' })
  deliveryWithoutWaiver!: DeliveryWithoutWaiver;
}

@ApiTags('shop')
@Controller('config.json')
export class ConfigController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly figures: HomeFigures,
  ) {}

  @Get()
  @WithoutEnvelope()
  @Header('cache-control', 'no-cache')
  @ApiResponse({ status: 200, description: 'OK', type: StorefrontConfig })
  @ApiOperation({ summary: 'The run-time settings of the storefront' })
  async getConfig(): Promise<StorefrontConfig> {
    const config = await this.forPages();
    const { stripeApiBase } = config;
    return { ...config, stripeApiBase: stripeApiBase && toAbsoluteUrl(stripeApiBase, this.config.publicUrl) };
  }

  /** The settings for a cached page. They do not depend on the request. `getConfig` also makes `stripeApiBase` absolute. */
  async forPages(): Promise<StorefrontConfig> {
    const { shopName, publicUrl, stripe, checkout, sandbox, mailboxUrl, supportEmail, socialLinks } = this.config;
    const { seller, tax, delivery } = this.config;
    return {
      apiBase: '',
      shopName,
      publicUrl,
      stripePublishableKey: checkout.publishableKey,
      stripeApiBase: stripe.publicBase,
      sandbox,
      mailboxUrl,
      homeStats: await this.figures.get(),
      supportEmail,
      socialLinks,
      seller: { name: seller.name, address: seller.address },
      taxScheme: tax.scheme,
      deliveryWithoutWaiver: delivery.withoutWaiver,
    };
  }
}
