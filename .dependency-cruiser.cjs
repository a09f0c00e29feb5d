/** Who may import whom; docs/architecture.md says why. The rules are patterns, so a new feature needs no new rule. */
module.exports = {
  forbidden: [
    { name: 'contract-imports-nothing-of-ours', severity: 'error', from: { path: '^packages/contract/' }, to: { path: '^(apps|packages/(?!contract/))' } },
    { name: 'packages-import-no-app', severity: 'error', from: { path: '^packages/' }, to: { path: '^apps/' } },
    { name: 'apps-never-import-each-other', severity: 'error', from: { path: '^apps/([^/]+)/' }, to: { path: '^apps/', pathNot: '^apps/$1/' } },
    { name: 'features-never-import-each-other', severity: 'error', from: { path: '^apps/([^/]+)/src/features/([^/]+)/', pathNot: '\\.test\\.ts$' }, to: { path: '^apps/$1/src/features/', pathNot: '^apps/$1/src/features/$2/' } },
    { name: 'engines-never-import-features', severity: 'error', from: { path: '^apps/[^/]+/src/(http|crud|dynamic-query|dynamic-tables|db|access|parameters|realtime|scheduler|jobs|fleet|files|outgoing|api|components|drivers|capabilities)/', pathNot: '\\.test\\.ts$' }, to: { path: '^apps/[^/]+/src/features/' } },
    { name: 'only-queries-touch-the-database', severity: 'error', from: { path: '^apps/server/src/features/', pathNot: '\\.(queries|test)\\.ts$' }, to: { path: '(^apps/server/src/db/schema|node_modules/drizzle-orm)', dependencyTypesNot: ['type-only'] } },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
