import { Body, Controller, Headers, Ip, Post, type RawBodyRequest, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { EnvelopedResponse, Fails, Endpoint } from '../../platform/http/cache/responses.js';
import { Limit, Unlimited } from '../../platform/http/limits/limits.js';
import { CurrentViewer, MaybeSignedIn, type Viewer } from '../../platform/http/viewer.js';
import { webhooks } from '../../platform/telemetry/metrics.js';
import { CardPayments } from './card-payments.js';
import { ReceivePaymentEvent } from './commands/receive-payment-event.js';
import { StartPurchase } from '../orders/commands/start-purchase.js';
import { MalformedWebhook } from './malformed-webhook.js';
import type { StripeEvent } from './payment-event.js';
import { PaymentStarted, StartPayment } from '../purchases.contract.js';

const METRIC_OUTCOMES: Record<string, string> = { applied: 'accepted', 'amount-mismatch': 'mismatched' };

@ApiTags('purchases')
@Controller('payments')
export class PaymentsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly cards: CardPayments,
  ) {}

  @Post('create')
  @Limit('payment')
  @MaybeSignedIn()
  @Endpoint('Order a pattern and open its payment; a free pattern is paid immediately', 201, PaymentStarted)
  @Fails(
    '400 VALIDATION_FAILED',
    '400 COUNTRY_NOT_SERVED',
    '400 COUNTRY_REQUIRED',
    '404 PATTERN_NOT_FOUND',
    '409 ALREADY_OWNED',
    '409 DELETION_PENDING',
    '409 LICENCE_CHANGED',
    '409 PATTERN_NOT_READY',
    '409 VAT_RATE_MISSING',
    '429 TOO_MANY_REQUESTS',
    '502 PAYMENT_PROVIDER_UNAVAILABLE',
    '503 UNAVAILABLE',
  )
  createPayment(@Body() body: StartPayment, @CurrentViewer() viewer: Viewer | null, @Ip() ip: string) {
    return this.commands.execute(
      new StartPurchase(
        body.pattern_id,
        {
          id: viewer?.id ?? null,
          email: body.buyer_email,
          locale: body.locale ?? viewer?.language ?? 'de',
          consent: body.consent ?? false,
          licence: body.licence ?? null,
          ip,
          guestKey: body.guest_key ?? null,
        },
        body.country ?? null,
      ),
    );
  }

  @Post('webhook')
  @Unlimited()
  @ApiExcludeEndpoint()
  @EnvelopedResponse(200)
  async receiveWebhook(
    @Req() request: RawBodyRequest<FastifyRequest>,
    @Headers('stripe-signature') signature?: string,
  ): Promise<{ received: true }> {
    const event = this.read(request.rawBody, signature);
    const outcome = await this.commands.execute(new ReceivePaymentEvent(event));
    webhooks.inc({ outcome: METRIC_OUTCOMES[outcome] ?? outcome });
    return { received: true };
  }

  private read(body: Buffer | undefined, signature: string | undefined): StripeEvent {
    try {
      return this.cards.read(body, signature);
    } catch (error) {
      webhooks.inc({ outcome: error instanceof MalformedWebhook ? 'malformed' : 'rejected' });
      throw error;
    }
  }
}
