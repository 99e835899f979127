import { Body, Controller, Ip, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { Endpoint, Fails } from '../platform/http/cache/responses.js';
import { Limit } from '../platform/http/limits/limits.js';
import { ConfirmNewsletter } from './commands/confirm-newsletter.js';
import { UnsubscribeNewsletter } from './commands/unsubscribe-newsletter.js';
import { RequestNewsletter } from './commands/request-newsletter.js';
import { NewsletterToken, SubscribeForm } from './newsletter.contract.js';

/** All routes are POST. Mail scanners open every link with GET, which must not change a subscription. */
@ApiTags('newsletter')
@Controller('newsletter')
export class NewsletterController {
  constructor(private readonly commands: CommandBus) {}

  @Post('subscribe')
  @Limit('newsletter')
  @Endpoint('Request the newsletter; a mail asks for confirmation', 202)
  @Fails('400 VALIDATION_FAILED')
  subscribeNewsletter(@Body() { email, locale }: SubscribeForm, @Ip() ip: string) {
    return this.commands.execute(new RequestNewsletter(email, locale ?? 'de', ip));
  }

  @Post('confirm')
  @Limit('mailed-token')
  @Endpoint('Confirm the newsletter with the token of the mail', 200)
  @Fails('400 TOKEN_INVALID', '400 TOKEN_EXPIRED', '400 VALIDATION_FAILED')
  confirmNewsletter(@Body() { token }: NewsletterToken, @Ip() ip: string) {
    return this.commands.execute(new ConfirmNewsletter(token, ip));
  }

  @Post('unsubscribe')
  @Limit('mailed-token')
  @Endpoint('Unsubscribe with the token of a mail', 200)
  @Fails('400 TOKEN_INVALID', '400 VALIDATION_FAILED')
  unsubscribeNewsletter(@Body() { token }: NewsletterToken) {
    return this.commands.execute(new UnsubscribeNewsletter(token));
  }

  /** Mail programs post a fixed form to the URL of the `List-Unsubscribe` header (RFC 8058). */
  @Post('one-click')
  @ApiConsumes('application/x-www-form-urlencoded', 'multipart/form-data')
  @Endpoint('Unsubscribe by the button of a mail program (RFC 8058)', 200)
  @Fails('400 TOKEN_INVALID', '400 VALIDATION_FAILED')
  unsubscribeWithOneClick(@Query() { token }: NewsletterToken) {
    return this.commands.execute(new UnsubscribeNewsletter(token));
  }
}
