import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import { contractFiles } from '../../tools/contract-files.ts';
import { previewApi } from '../src/create-api.js';
import type { ApiConfig } from '../src/api.module.js';
import { PROGRAM_NEEDS } from '../src/platform/config/needs.js';
import { loadConfig } from '../src/platform/config/config.js';
import { openApiDocument } from '../src/platform/http/openapi.js';
import { validationPipe } from '../src/platform/http/validation.js';
import { type FieldProblem, ApiError } from '../src/platform/api-error.js';

/** The number of a body parameter in the metadata of NestJS (`RouteParamtypes.BODY`). */
const BODY = 3;
const pipe = validationPipe();
let bodies: { call: string; form: Type }[];

/** @returns the operations with a body, each with the class that validates it */
function findBodies(controllers: Type[]): { call: string; form: Type }[] {
  return controllers.flatMap((controller) => {
    const prototype = controller.prototype as Record<string, object>;
    return Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<string, object>;
      const body = Object.keys(parameters).find((key) => key.startsWith(`${BODY}:`));
      if (body === undefined) return [];
      const types = Reflect.getMetadata('design:paramtypes', prototype, name) as Type[];
      const form = types[Number(body.split(':')[1])]!;
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, prototype[name]!) as number];
      const path = [controller, prototype[name]!].map((part) => String(Reflect.getMetadata(PATH_METADATA, part)));
      return form === Object ? [] : [{ call: `${method} ${path.join('/')}`, form }];
    });
  });
}

/** @returns the problems of a body; empty for a valid one */
async function validate(form: Type, body: object): Promise<FieldProblem[]> {
  try {
    await pipe.transform(body, { type: 'body', metatype: form });
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect([error.status, error.code]).toEqual([400, 'VALIDATION_FAILED']);
    return error.details!;
  }
}

beforeAll(async () => {
  // contractFiles() calls previewApi with a configuration that is sufficient to read the routes.
  await contractFiles({
    needs: PROGRAM_NEEDS.api,
    loadConfig: loadConfig as (options: object) => ApiConfig,
    openApiDocument,
    previewApi: async (config: ApiConfig) => {
      const app = await previewApi(config);
      const modules = [...app.get(ModulesContainer).values()];
      bodies = findBodies(
        modules.flatMap((module) => [...module.controllers.values()].map(({ metatype }) => metatype as Type)),
      );
      return app;
    },
  });
});

describe('missing and empty fields', () => {
  const messages = async (name: string, body: object) =>
    (await validate(bodies.find(({ form }) => form.name === name)!.form, body)).map(({ field, message }) => [
      field,
      message,
    ]);
  const documented: [form: string, problems: [field: string, message: string][]][] = [
    [
      'LoginForm',
      [
        ['email', 'Email is required'],
        ['password', 'Please enter your password'],
      ],
    ],
    [
      'RegisterForm',
      [
        ['email', 'Please enter a valid email address'],
        ['password', 'Password must be at least 8 characters long'],
      ],
    ],
    [
      'StartPayment',
      [
        ['pattern_id', 'pattern_id must be the id of a pattern'],
        ['buyer_email', 'Email is required'],
      ],
    ],
    ['PasswordResetRequestForm', [['email', 'Please enter your email address']]],
    [
      'ResetPasswordForm',
      [
        ['token', 'Invalid password reset link. Please request a new password reset.'],
        ['new_password', 'Please enter a new password'],
      ],
    ],
    [
      'ChangePasswordForm',
      [
        ['current_password', 'Current password is required'],
        ['new_password', 'New password must be at least 8 characters long'],
      ],
    ],
    [
      'VerifyEmailForm',
      [['token', 'No verification token provided. Please check your email for the verification link.']],
    ],
    [
      'DeclareWithdrawal',
      [
        ['name', 'Please enter your name'],
        ['email', 'Email is required'],
        ['order_number', 'Please enter the order number, or what you bought and when'],
      ],
    ],
  ];
  it.each(documented)('get the documented messages: %s', async (form, problems) => {
    const empty = Object.fromEntries(problems.map(([field]) => [field, '']));
    const nulls = Object.fromEntries(problems.map(([field]) => [field, null]));
    expect([await messages(form, {}), await messages(form, nulls)]).toEqual([problems, problems]);
    expect(await messages(form, empty)).toEqual(problems);
  });

  it('are reported for every body, and never as too long or too large', async () => {
    expect(bodies.length).toBeGreaterThan(25);
    const misreported: unknown[] = [];
    for (const { call, form } of bodies) {
      const required = (await validate(form, {})).map(({ field }) => field);
      for (const value of [undefined, null, '', ' ', 7, [], {}]) {
        const body = Object.fromEntries(required.map((field) => [field, value]));
        const problems = await validate(form, body);
        const misleading = problems.filter(({ message }) =>
          / at most \d|shorter than|greater than|less than/.test(message),
        );
        if (misleading.length > 0) misreported.push({ call, value, misleading });
        if (value == null && problems.length !== required.length) misreported.push({ call, value, problems });
      }
    }
    expect(misreported).toEqual([]);
  });
});
