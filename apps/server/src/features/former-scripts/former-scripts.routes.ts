import { type FormerScript, formerScripts } from '@fleetdeck/contract/former-scripts'
import type { FastifyInstance } from 'fastify'
import { requireFound, scopesOf } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { implement } from '../../platform/http/implement.ts'
import * as queries from './former-scripts.queries.ts'
import { readAnyScript } from './read-any-script.ts'
import { ScriptReadings, type Summary, summaryIn } from './script-readings.ts'

type Found = NonNullable<Awaited<ReturnType<typeof queries.findScript>>>

const shown = (
  { fileName: _, originalName: _name, size: _size, ...row }: Found,
  summary: Summary,
): FormerScript => ({
  ...row,
  ...summary,
})

/** How long a list by verdict waits for scripts that have not been checked; ms. */
const checkingMs = 1500

/** Which functions scripts use, before their phones come over from the former system. */
export function formerScriptRoutes(app: FastifyInstance, { db, files, log }: Deps) {
  const readings = new ScriptReadings({ files, log })
  app.addHook('onClose', () => readings.stop())
  const scopeOf = scopesOf(formerScripts)

  implement(app, formerScripts, {
    list: async ({ query, caller }) => {
      const scope = scopeOf(caller, 'list')
      const { verdict, pageNum, pageSize } = query
      if (!verdict) {
        const { list, total } = await queries.pageOfScripts(db, scope, query)
        const rows: FormerScript[] = []
        for (const row of list) rows.push(shown(row, await readings.summaryOf(row)))
        return { list: rows, total, pending: 0 }
      }
      const rows = await queries.scriptsToJudge(db, scope, query)
      const pending = await readings.readWithin(rows, checkingMs)
      const matching = rows.flatMap((row) => {
        const summary = readings.known(row)
        return summary?.verdict === verdict ? [shown(row, summary)] : []
      })
      const begin = (pageNum - 1) * pageSize
      return { list: matching.slice(begin, begin + pageSize), total: matching.length, pending }
    },

    one: async ({ query, caller }) => {
      const row = requireFound(await queries.findScript(db, scopeOf(caller, 'one'), query.id))
      const reading = await readings.readingOf(row)
      return { ...shown(row, summaryIn(reading)), reading }
    },

    checkScript: ({ body: { content, scriptLanguage } }) =>
      readAnyScript({ bytes: Buffer.from(content), language: scriptLanguage }),
  })
}
