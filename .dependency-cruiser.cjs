// The layer rules of docs/architecture.md, held by `npm run check`.
const side = (name) => `^${name}/`;
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'contract-imports-nothing-of-ours',
      severity: 'error',
      from: { path: side('contract') },
      to: { path: '^(electron|renderer|service|test|scripts)/' },
    },
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      from: { path: side('contract') },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod' },
    },
    {
      name: 'renderer-imports-contract-desk-only',
      severity: 'error',
      from: { path: side('renderer') },
      to: { path: '^(electron|service|test|scripts|contract/registration-api)/' },
    },
    {
      name: 'renderer-has-no-node',
      severity: 'error',
      from: { path: side('renderer') },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'service-imports-contract-registration-api-only',
      severity: 'error',
      from: { path: side('service') },
      to: { path: '^(electron|renderer|test|scripts|contract/desk)/|node_modules/electron/' },
    },
    {
      name: 'electron-never-imports-service-or-renderer',
      severity: 'error',
      from: { path: side('electron') },
      to: { path: '^(service|renderer|test|scripts)/|node_modules/(react|react-dom)/' },
    },
    {
      name: 'preload-imports-contract-desk-only',
      severity: 'error',
      from: { path: '^electron/preload\\.ts$' },
      to: { path: '^(electron|contract/registration-api)/' },
    },
    {
      name: 'electron-package-only-in-shell',
      comment:
        'Decisions stay testable in plain Node: the electron package is imported by adapters, app/ and the composition root only.',
      severity: 'error',
      from: {
        path: '^electron/',
        pathNot:
          '^electron/(main|preload|desk-program|compose[^/]*)\\.ts$|^electron/(app|practice)/|^electron/ports/.*electron|\\.electron\\.ts$',
      },
      to: { path: '^electron$|node_modules/electron/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|release)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
