import { type FormerScript, formerScripts, type ScriptVerdict } from '@fleetdeck/contract/former-scripts'
import type { FastifyInstance } from 'fastify'
import { requireFound, scopesOf } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { implement } from '../../platform/http/implement.ts'
import * as queries from './former-scripts.queries.ts'
import { readAnyScript } from './read-any-script.ts'
import { ScriptReadings, type Summary, summaryIn } from './script-readings.ts'

type Found = NonNullable<Awaited<ReturnType<typeof queries.findScript>>>

const shown = ({ fileName: _, size: _size, ...row }: Found, summary: Summary): FormerScript => ({
  ...row,
  ...summary,
})

/** Which functions scripts use, before their phones come over from the former system. */
export function formerScriptRoutes(app: FastifyInstance, { db, files }: Deps) {
  const readings = new ScriptReadings(files)
  const scopeOf = scopesOf(formerScripts)

  const read = async (rows: readonly Found[], verdict?: ScriptVerdict) => {
    const list: FormerScript[] = []
    for (const row of rows) {
      const summary = await readings.summaryOf(row)
      if (!verdict || summary.verdict === verdict) list.push(shown(row, summary))
    }
    return list
  }

  implement(app, formerScripts, {
    list: async ({ query, caller }) => {
      const scope = scopeOf(caller, 'list')
      if (!query.verdict) {
        const { list, total } = await queries.pageOfScripts(db, scope, query)
        return { list: await read(list), total }
      }
      const matching = await read(await queries.allScripts(db, scope, query), query.verdict)
      const begin = (query.pageNum - 1) * query.pageSize
      return { list: matching.slice(begin, begin + query.pageSize), total: matching.length }
    },

    one: async ({ query, caller }) => {
      const row = requireFound(await queries.findScript(db, scopeOf(caller, 'one'), query.id))
      const reading = await readings.readingOf(row)
      return { ...shown(row, summaryIn(reading)), reading }
    },

    checkScript: ({ body }) => readAnyScript(Buffer.from(body.content)),
  })
}
