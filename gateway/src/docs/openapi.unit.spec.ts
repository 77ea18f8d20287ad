import { ROUTES } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { openApiDocument } from './openapi.js';

describe('the OpenAPI document', () => {
  const document = openApiDocument('http://localhost') as {
    paths: Record<string, Record<string, { operationId: string; security?: unknown; responses: object }>>;
  };

  it('describes every route of the contract once', () => {
    const operations = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((operation) => operation.operationId),
    );
    expect(operations.sort()).toEqual(ROUTES.map((route) => route.id).sort());
  });

  it('asks for a token wherever the route is not open to everybody', () => {
    for (const route of ROUTES) {
      const operation = document.paths[`/api${route.path}`]?.[route.method.toLowerCase()];
      expect(operation?.security).toEqual(route.audience === 'anyone' ? undefined : [{ bearer: [] }]);
    }
  });

  it('names every refusal with its status', () => {
    const upload = document.paths['/api/upload-photos']?.['post'];
    expect(Object.keys(upload?.responses ?? {})).toEqual(
      expect.arrayContaining(['201', '400', '401', '402', '409', '413', '415', '503']),
    );
  });
});
