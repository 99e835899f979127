import { Module } from '@nestjs/common';
import { LegalController } from './legal.controller.js';
import { PolicyController } from './policy.controller.js';

@Module({ controllers: [LegalController, PolicyController] })
export class LegalHttpModule {}
