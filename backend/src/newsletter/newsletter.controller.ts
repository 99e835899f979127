import { Body, Controller, Ip, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, Fails } from '../platform/http/cache/responses.js';
import { Limit } from '../platform/http/limits/limits.js';
import { ConfirmNewsletter } from './commands/confirm-newsletter.js';
import { UnsubscribeNewsletter } from './commands/unsubscribe-newsletter.js';
import { RequestNewsletter } from './commands/request-newsletter.js';
import { NewsletterToken, SubscribeForm } from './newsletter.contract.js';

/** POST only: mail scanners open every link, and a GET must not change a subscription. */
@ApiTags('newsletter')
@Controller('newsletter')
export class NewsletterController {
  constructor(private readonly commands: CommandBus) {}

  @Post('subscribe')
  @Limit('newsletter')
  @Answers(202)
  @Fails('400 VALIDATION_FAILED')
  @ApiOperation({ summary: 'Request the newsletter; a mail asks for confirmation' })
  subscribeNewsletter(@Body() { email, locale }: SubscribeForm, @Ip() ip: string) {
    return this.commands.execute(new RequestNewsletter(email, locale ?? 'de', ip));
  }

  @Post('confirm')
  @Limit('mailed-token')
  @Answers(200)
  @Fails('400 TOKEN_INVALID', '400 TOKEN_EXPIRED', '400 VALIDATION_FAILED')
  @ApiOperation({ summary: 'Confirm the newsletter with the token of the mail' })
  confirmNewsletter(@Body() { token }: NewsletterToken, @Ip() ip: string) {
    return this.commands.execute(new ConfirmNewsletter(token, ip));
  }

  @Post('unsubscribe')
  @Limit('mailed-token')
  @Answers(200)
  @Fails('400 TOKEN_INVALID', '400 VALIDATION_FAILED')
  @ApiOperation({ summary: 'Unsubscribe with the token of a mail' })
  unsubscribeNewsletter(@Body() { token }: NewsletterToken) {
    return this.commands.execute(new UnsubscribeNewsletter(token));
  }

  /** For the unsubscribe button of mail programs (RFC 8058), which post a fixed form to the URL of the header. */
  @Post('one-click')
  @ApiConsumes('application/x-www-form-urlencoded', 'multipart/form-data')
  @Answers(200)
  @Fails('400 TOKEN_INVALID', '400 VALIDATION_FAILED')
  @ApiOperation({ summary: 'Unsubscribe by the button of a mail program (RFC 8058)' })
  unsubscribeWithOneClick(@Query() { token }: NewsletterToken) {
    return this.commands.execute(new UnsubscribeNewsletter(token));
  }
}
