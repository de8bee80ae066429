import { describe, expect, it } from 'vitest';
import type { ConnectionForm, FormProblem } from '../../../../contract/desk/connections.ts';
import { checkForm, formOf } from '../../../../electron/connections/connection-form.ts';

const form: ConnectionForm = {
  name: ' Con ',
  baseUrl: ' https://a.example/ ',
  clientId: '4711',
  redirectUri: 'rolecall://oauth/callback',
  oboScopes: ' pii:basic   user:read ',
  dataAccess: 'automatic',
  pkce: true,
};
const kept = {
  connection: {
    id: 'con-1',
    practice: false,
    name: 'Con',
    baseUrl: 'https://a.example',
    clientId: '4711',
    redirectUri: 'rolecall://oauth/callback',
    oboScopes: ['pii:basic'],
    dataAccess: 'automatic' as const,
    pkce: true,
  },
  keptSecret: 'kept',
};
const problemsOf = (change: Partial<ConnectionForm>, secret = 's'): FormProblem[] => {
  const checked = checkForm({ ...form, ...change }, secret, null);
  return checked.kind === 'problems' ? checked.problems : [];
};

describe('checkForm', () => {
  it('takes what was typed as the file would hold it', () => {
    expect(checkForm(form, ' s3cret ', null)).toEqual({
      kind: 'fine',
      file: {
        ...form,
        name: 'Con',
        baseUrl: 'https://a.example/',
        clientSecret: 's3cret',
        oboScopes: ['pii:basic', 'user:read'],
      },
    });
  });

  it.each<[Partial<ConnectionForm>, FormProblem]>([
    [{ name: ' ' }, { field: 'name', what: 'missing' }],
    [{ name: 'x'.repeat(121) }, { field: 'name', what: 'too-long' }],
    [{ baseUrl: '' }, { field: 'baseUrl', what: 'missing' }],
    [{ baseUrl: 'reg' }, { field: 'baseUrl', what: 'not-whole' }],
    [{ baseUrl: 'http://a.example' }, { field: 'baseUrl', what: 'not-secure' }],
    [{ baseUrl: 'http://localhost:80' }, { field: 'baseUrl', what: 'not-secure' }],
    [{ baseUrl: 'https://a.example/?x' }, { field: 'baseUrl', what: 'with-extras' }],
    [{ baseUrl: 'https://u:p@a.example' }, { field: 'baseUrl', what: 'with-extras' }],
    [{ baseUrl: `https://a.example/${'x'.repeat(2048)}` }, { field: 'baseUrl', what: 'too-long' }],
    [{ clientId: '' }, { field: 'clientId', what: 'missing' }],
    [{ redirectUri: '' }, { field: 'redirectUri', what: 'missing' }],
    [{ redirectUri: 'https://a.example' }, { field: 'redirectUri', what: 'not-ours' }],
    [{ oboScopes: ' ' }, { field: 'oboScopes', what: 'missing' }],
    [{ oboScopes: 's '.repeat(51) }, { field: 'oboScopes', what: 'too-many' }],
    [{ oboScopes: 's'.repeat(201) }, { field: 'oboScopes', what: 'too-long' }],
  ])('says what is wrong: %j', (change, problem) => {
    expect(problemsOf(change)).toEqual([problem]);
  });

  it('names every field at once, in their order', () => {
    const all = problemsOf({ name: '', baseUrl: 'x', clientId: '', redirectUri: '', oboScopes: '' }, '');
    expect(all.map(({ field }) => field)).toEqual([
      'name',
      'baseUrl',
      'clientId',
      'clientSecret',
      'redirectUri',
      'oboScopes',
    ]);
  });

  it.each([
    ['reg.example.org', 'https://reg.example.org'],
    ['reg.example.org:8443/event', 'https://reg.example.org:8443/event'],
    ['http://127.0.0.1:4711', 'http://127.0.0.1:4711'],
  ])('takes %s for %s', (baseUrl, whole) => {
    expect(checkForm({ ...form, baseUrl }, 's', null)).toMatchObject({ kind: 'fine', file: { baseUrl: whole } });
  });

  it('keeps the secret of a connection that is edited, unless another one is typed', () => {
    expect(checkForm(form, '', kept)).toMatchObject({ file: { clientSecret: 'kept' } });
    expect(checkForm(form, 'new', kept)).toMatchObject({ file: { clientSecret: 'new' } });
    expect(checkForm(form, '', { ...kept, keptSecret: null })).toMatchObject({
      problems: [{ field: 'clientSecret', what: 'missing' }],
    });
  });

  it('never sends a kept secret to another address, nor gives its data to another application', () => {
    const checked = checkForm({ ...form, baseUrl: 'https://evil.example', clientId: '1' }, '', kept);
    expect(checked).toMatchObject({ file: { baseUrl: 'https://a.example', clientId: '4711' } });
  });
});

it('formOf shows everything but the secret', () => {
  const shown = formOf(kept.connection);
  expect(shown).toMatchObject({ name: 'Con', oboScopes: 'pii:basic' });
  expect(Object.keys(shown)).not.toContain('clientSecret');
});
