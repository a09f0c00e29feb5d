import { type ScriptSourceDraft, scriptSources } from '@fleetdeck/contract/script-sources'
import type { FastifyInstance } from 'fastify'
import { crudHandlers, requireFound, scopesOf } from '../../access/crud-handlers.ts'
import type { Scope } from '../../access/data-scope.ts'
import { requireUser, requireVisible } from '../../access/visible-rows.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { randomText } from '../../platform/core/passwords.ts'
import { GitError, gitVersion } from '../../platform/git/git-program.ts'
import { implement } from '../../platform/http/implement.ts'
import { sourceHookRoutes } from './hook.routes.ts'
import type { PullTries } from './pull-tries.ts'
import * as pulls from './pulls.queries.ts'
import { FolderError, readFolder } from './read-folder.ts'
import * as queries from './script-sources.queries.ts'
import {
  openedHookSecret,
  openedSecrets,
  type SourceSecrets,
  sealedHookSecret,
  sealedSecrets,
} from './sealed-source.ts'
import { serverOf } from './source-address.ts'
import { type SourceReader, toFailure } from './source-reader.ts'

const secretLength = 40

interface Services {
  sources: SourceReader
  pulls: PullTries
}

export function scriptSourceRoutes(app: FastifyInstance, deps: Deps, services: Services) {
  const { db, seal } = deps
  const { sources } = services
  const scopeOf = scopesOf(scriptSources)
  const crud = crudHandlers(deps, scriptSources, queries.sourceQueries)

  sourceHookRoutes(app, deps, {
    onPush: () => sources.lookSoon(),
    onPull: () => services.pulls.lookSoon(),
  })

  /** The rows that a draft names belong to its owner or are visible to the caller. */
  const checkNames = async (scope: Scope, { tenantId, platformId, testPhoneIds }: Owned) => {
    await requireUser(db, scope, tenantId)
    if (!(await queries.platformVisible(db, scope, platformId))) throw new AppError('notFound')
    if (!(await queries.phonesBelong(db, tenantId, testPhoneIds))) throw new AppError('sourcePhonesForeign')
  }
  const findStored = async (scope: Scope, id: queries.StoredSource['id']) =>
    requireFound(await queries.findSource(db, scope, id))

  implement(app, scriptSources, {
    ...crud,

    add: async ({ body, caller }) => {
      const { tenantId = caller.userId, ...draft } = body
      await checkNames(scopeOf(caller, 'add'), { ...draft, tenantId })
      requireSecret(draft, draft)
      const id = await queries.sourceQueries.insert(db, {
        ...{ ...draft, tenantId, ...sealedSecrets(seal, draft) },
        hookKey: randomText(secretLength),
        hookSecret: sealedHookSecret(seal, randomText(secretLength)),
        nextAt: new Date(0),
      })
      sources.lookSoon()
      return { id }
    },

    edit: async ({ body: { id, ...draft }, caller }) => {
      const scope = scopeOf(caller, 'edit')
      const stored = await findStored(scope, id)
      const { tenantId = stored.tenantId } = draft
      if (tenantId !== stored.tenantId) throw new AppError('sourceOwnerFixed')
      await checkNames(scope, { ...draft, tenantId })
      const secrets = keptSecrets(draft, { ...stored, ...openedSecrets(seal, stored) })
      requireSecret(draft, secrets)
      await queries.sourceQueries.update(db, id, { ...draft, tenantId, ...sealedSecrets(seal, secrets) })
      await queries.readSoon(db, id, { isWhole: true })
      sources.lookSoon()
      return null
    },

    program: async () => ({ version: await gitVersion() }),

    check: async ({ body: { id, folder, branch, ...access }, caller }) => {
      const stored = id === undefined ? undefined : await findStored(scopeOf(caller, 'check'), id)
      const kept = stored && { ...stored, ...openedSecrets(seal, stored) }
      const { secret } = keptSecrets({ ...access, provider: 'other', apiAddress: '', apiToken: '' }, kept)
      requireSecret(access, { secret })
      try {
        return await sources.open({ ...access, secret }, async (repository) => {
          const sha = await repository.fetch(`refs/heads/${branch}`)
          const { scripts } = await readFolder(repository, { sha, folder, limit: sources.fileLimit })
          return {
            ...{ failure: null, detail: '', scripts: scripts.map(({ name }) => name) },
            commit: { ...(await repository.commit(sha)), url: '' },
            knownHosts: await repository.knownHosts(),
          }
        })
      } catch (error) {
        if (!(error instanceof GitError || error instanceof FolderError)) throw error
        return { ...toFailure(error), commit: null, scripts: [], knownHosts: '' }
      }
    },

    pull: async ({ body: { id }, caller }) => {
      const stored = await findStored(scopeOf(caller, 'pull'), id)
      if (stored.status !== 0) throw new AppError('sourceDisabled')
      await queries.readSoon(db, id, { isWhole: true })
      sources.lookSoon()
      return null
    },

    webhook: async ({ query: { id }, caller }) => {
      const { hookKey, hookSecret } = await findStored(scopeOf(caller, 'webhook'), id)
      return { path: `/task/scriptSource/hook/${hookKey}`, secret: openedHookSecret(seal, hookSecret) }
    },

    pulls: async ({ query, caller }) => {
      const scope = scopeOf(caller, 'pulls')
      await requireVisible({ db, scope }, queries.sourceQueries, [query.id])
      return pulls.listPulls(db, query.id, query)
    },

    pullTries: async ({ query: { id }, caller }) => {
      const { pull, sourceName } = requireFound(await pulls.findPull(db, scopeOf(caller, 'pullTries'), id))
      return { pull, sourceName, tries: await pulls.listTries(db, id) }
    },

    tryPull: async ({ body: { id }, caller }) => {
      requireFound(await pulls.findPull(db, scopeOf(caller, 'tryPull'), id))
      if (!(await pulls.tryAgain(db, id))) throw new AppError('pullIsTried')
      services.pulls.lookSoon()
      return null
    },
  })
}

type Owned = Pick<ScriptSourceDraft, 'platformId' | 'testPhoneIds'> & Pick<queries.StoredSource, 'tenantId'>
type Access = Pick<ScriptSourceDraft, 'address' | 'authKind'>
type Target = Access & Pick<ScriptSourceDraft, 'provider' | 'apiAddress'>

/**
 * Empty fields keep their stored values. But a secret belongs to its server: otherwise a user who may change the address
 * could redirect it to their own.
 */
function keptSecrets(
  draft: Target & SourceSecrets,
  stored: (Target & SourceSecrets) | undefined,
): SourceSecrets {
  const isSameServer = stored !== undefined && serverOf(stored.address) === serverOf(draft.address)
  const isSameApi =
    isSameServer && stored.apiAddress === draft.apiAddress && stored.provider === draft.provider
  const isSameKind = stored?.authKind === draft.authKind
  return {
    secret:
      draft.authKind === 'none' ? '' : draft.secret || (isSameServer && isSameKind ? stored.secret : ''),
    apiToken: draft.apiToken || (isSameApi ? stored.apiToken : ''),
  }
}

function requireSecret({ authKind }: Pick<Access, 'authKind'>, { secret }: Pick<SourceSecrets, 'secret'>) {
  if (authKind !== 'none' && secret === '') throw new AppError('sourceSecretRequired')
}
