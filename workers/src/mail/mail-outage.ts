import { Injectable } from '@nestjs/common';

/** Whether the mail server takes mails, as this process last saw it; tells who wants to know. */
@Injectable()
export class MailOutage {
  private failing = false;
  onFailure: () => void = () => undefined;
  onEnd: () => void = () => undefined;

  get lasts(): boolean {
    return this.failing;
  }

  failed(): void {
    this.failing = true;
    this.onFailure();
  }

  succeeded(): void {
    if (!this.failing) return;
    this.failing = false;
    this.onEnd();
  }
}
