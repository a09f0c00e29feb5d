import { ScriptId } from '@fleetdeck/contract/ids'
import { longestScriptText, scripts, scriptUpload } from '@fleetdeck/contract/scripts'
import type { FastifyInstance } from 'fastify'
import { requireFound, scopesOf } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { signersOf } from '../../domain/scripts/authors.queries.ts'
import { listImports } from '../../domain/scripts/modules/modules.queries.ts'
import { requireModules } from '../../domain/scripts/modules/pin-imports.ts'
import { run } from '../../domain/scripts/save-scripts.queries.ts'
import { checkContent, readLimits, removeUnusedFiles } from '../../domain/scripts/script-file.ts'
import { lookAtText } from '../../domain/scripts/static-look/look-at-text.ts'
import { lookAtFile } from '../../domain/scripts/static-look/script-looks.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { exportSheet, type Sheet } from '../../platform/crud/export-sheet.ts'
import { mapDbErrors, type Refusals } from '../../platform/crud/map-db-errors.ts'
import { receiveFile } from '../../platform/files/receive-file.ts'
import { implement } from '../../platform/http/implement.ts'
import { checkImporters, updateImports } from './change-imports.ts'
import { addScript, editScript } from './save-script.ts'
import * as versions from './script-versions.queries.ts'
import * as queries from './scripts.queries.ts'
import { tryOutRoutes } from './try-out.routes.ts'

export function scriptRoutes(app: FastifyInstance, deps: Deps) {
  const { db, files } = deps
  const scopeOf = scopesOf(scripts)
  const toViewer = (caller: Caller, call: keyof typeof scripts) => ({
    userId: caller.userId,
    scope: scopeOf(caller, call),
  })
  const checkOwned = async (caller: Caller, call: keyof typeof scripts, ids: ScriptId[]) => {
    if (!(await queries.allScriptsOwn(db, scopeOf(caller, call), ids))) throw new AppError('notFound')
  }

  /** Of the version that has just been saved. */
  const findingsOf = async (id: ScriptId) => {
    const version = await versions.findPresentVersion(db, id)
    return version ? (await lookAtFile(files, version)).findings : []
  }

  uploadRoute(app, deps)
  tryOutRoutes(app, deps)

  implement(app, scripts, {
    list: ({ query, caller }) => queries.listScripts(db, toViewer(caller, 'list'), query),

    one: async ({ query, caller }) =>
      requireFound(await queries.findScript(db, toViewer(caller, 'one'), query.id)),

    limits: async () => readLimits(deps),

    check: async ({ body: { content, scriptLanguage } }) => ({
      findings: (await lookAtText(content, `script.${scriptLanguage}`)).findings,
    }),

    add: async ({ body, caller }) => {
      const id = ScriptId.parse(await addScript(deps, caller, body))
      return { id, findings: await findingsOf(id) }
    },

    edit: async ({ body, caller }) => {
      await editScript(deps, caller, body)
      return { hot: await queries.findHotCover(db, body.id), findings: await findingsOf(body.id) }
    },

    remove: async ({ query, caller }) => {
      await checkOwned(caller, 'remove', query.ids)
      await checkImporters(deps, scopeOf(caller, 'remove'), query.ids)
      await removeUnusedFiles(deps, await mapDbErrors(queries.deleteScripts(db, query.ids), refusals))
      return null
    },

    versions: async ({ query, caller }) => {
      await checkOwned(caller, 'versions', [query.id])
      const { tenantId } = requireFound(
        await queries.findOwnScript(db, scopeOf(caller, 'versions'), query.id),
      )
      const rows = await versions.listVersions(db, query.id)
      const hashes = await Promise.all(rows.map(({ fileName }) => files.sha256(fileName).catch(() => '')))
      const signers = await signersOf(db, tenantId, hashes)
      return rows.map((row, place) => ({ ...row, signedBy: signers.get(hashes[place] ?? '') ?? [] }))
    },

    text: async ({ query, caller }) => {
      const version = requireFound(await versions.findVersion(db, scopeOf(caller, 'text'), query.versionId))
      if (version.size > longestScriptText) throw new AppError('scriptTooLarge')
      const content = await files.read(version)
      checkContent('script.js', content)
      return { text: content.toString('utf8') }
    },

    imports: async ({ query, caller }) => {
      await checkOwned(caller, 'imports', [query.id])
      return listImports(db, query.id)
    },

    updateImports: async ({ body: { id }, caller }) => {
      await checkOwned(caller, 'updateImports', [id])
      await updateImports(deps, id)
      return null
    },

    rollback: async ({ body: { id, versionId }, caller }) => {
      const version = await versions.findVersion(db, scopeOf(caller, 'rollback'), versionId)
      if (version?.scriptId !== id) throw new AppError('notFound')
      await requireModules(db, id, versionId)
      await run(db, id, versionId)
      return null
    },

    share: async ({ body: { ids, isShared }, caller }) => {
      await checkOwned(caller, 'share', ids)
      await queries.shareScripts(db, ids, isShared)
      return null
    },

    export: ({ query, caller, language }) =>
      exportSheet(deps, sheet, queries.eachScript(db, toViewer(caller, 'export'), query), {
        caller,
        language,
      }),
  })
}

function uploadRoute(app: FastifyInstance, deps: Deps) {
  const { files } = deps
  implement(
    app,
    { scriptUpload },
    {
      scriptUpload: async ({ caller, request }) => {
        const row = await receiveFile(files, request, { ownerId: caller.userId, ...readLimits(deps) })
        try {
          checkContent(row.originalName, await files.read(row))
        } catch (error) {
          await files.remove(row)
          throw error
        }
        const { fileName, md5, size } = row
        return { fileName, url: '', md5, size }
      },
    },
  )
}

const refusals: Refusals = { '23503': 'scriptInUse' }

type Exported = Awaited<ReturnType<typeof queries.listScripts>>['list'][number]
const sheet: Sheet<Exported> = {
  name: 'scripts',
  columns: [
    { title: 'script.name', value: (row) => row.scriptName },
    { title: 'script.platform', value: (row) => row.platformName },
    { title: 'script.version', value: (row) => row.version },
    { title: 'script.md5', value: (row) => row.fileMd5 },
    { title: 'script.address', value: (row) => row.url },
    { title: 'script.owner', value: (row) => row.userName },
    { title: 'script.users', value: (row) => row.users.map(({ userName }) => userName).join(', ') },
  ],
}
