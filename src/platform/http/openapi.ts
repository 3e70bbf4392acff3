import * as z from 'zod/mini';
import type { Endpoint } from '#core/endpoint.ts';
import { COMMON_ERRORS, type ErrorCode, type ErrorStatuses } from '#core/errors.ts';
import { errorCode } from '#core/fields.ts';

const SIGN_IN_ERRORS: readonly ErrorCode[] = ['login_required', 'banned'];

/** Returns one of our schemas as JSON Schema. Describes what may be sent, not what a pipe makes of it. */
function jsonSchema(schema: Endpoint['input'], io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === errorCode) jsonSchema.$ref = '#/components/schemas/ErrorCode';
    },
  });
  return described;
}

function parameters(schema: Endpoint['input']): unknown[] {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: described,
  }));
}

function bodyOf(endpoint: Endpoint): unknown {
  const schema = jsonSchema(endpoint.input, 'input') as { properties?: Record<string, unknown>; required?: string[] };
  if (!endpoint.upload) return { required: true, content: { 'application/json': { schema } } };
  const properties = { ...schema.properties, file: { type: 'string', format: 'binary' } };
  const required = [...(schema.required ?? []), 'file'];
  return { required: true, content: { 'multipart/form-data': { schema: { type: 'object', properties, required } } } };
}

function answers(endpoint: Endpoint, statuses: ErrorStatuses): Record<string, unknown> {
  const data = jsonSchema(endpoint.response, 'output');
  const envelope = {
    type: 'object',
    properties: { data, ...(endpoint.list ? { next: { type: ['string', 'null'] } } : {}) },
    required: ['data', ...(endpoint.list ? ['next'] : [])],
  };
  const codes = [...new Set<ErrorCode>([...COMMON_ERRORS, ...endpoint.errors])];
  const byStatus = Object.groupBy(codes, (code) => String(statuses[code]));
  const failures = Object.entries(byStatus).map(([status, group]) => [
    status,
    {
      description: group!.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
  return {
    '200': { description: 'OK', content: { 'application/json': { schema: envelope } } },
    ...Object.fromEntries(failures),
  };
}

/** Describes all calls (OpenAPI 3.1), from the schemas that validate them. */
export function describeApi(
  endpoints: readonly Endpoint[],
  statuses: ErrorStatuses,
  site: { name: string; url: string },
): unknown {
  const t = {
    name: 't',
    in: 'query',
    required: false,
    schema: { type: 'string' },
    description: 'Language of sentences; a regional variant counts as its base language.',
  };
  const paths = Object.fromEntries(
    endpoints.map((endpoint) => [
      `/${endpoint.path}`,
      {
        [endpoint.method.toLowerCase()]: {
          summary: endpoint.summary,
          operationId: endpoint.path.replace('/', '_'),
          parameters: [
            ...(endpoint.method === 'GET' ? parameters(endpoint.input) : []),
            ...(endpoint.query ? parameters(endpoint.query) : []),
            t,
          ],
          ...(endpoint.method === 'POST' ? { requestBody: bodyOf(endpoint) } : {}),
          ...(SIGN_IN_ERRORS.some((code) => endpoint.errors.includes(code)) && endpoint.access !== 'open'
            ? { security: [{ accessToken: [] }] }
            : {}),
          responses: answers(endpoint, statuses),
        },
      },
    ]),
  );
  return {
    openapi: '3.1.0',
    info: { title: `${site.name} API`, version: '1' },
    servers: [{ url: `${site.url}api` }],
    paths,
    components: {
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ErrorCode: { type: 'string', enum: Object.keys(statuses) },
        Error: {
          type: 'object',
          required: ['error', 'code'],
          properties: {
            error: { type: 'string', description: 'A sentence in the language of the call.' },
            code: { $ref: '#/components/schemas/ErrorCode' },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
            details: { type: 'object' },
          },
        },
      },
    },
  };
}
