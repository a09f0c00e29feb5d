import { loginLogs } from '@fleetdeck/contract/login-logs'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import { clearFailures } from '../../access/login-lock.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { describeClient, placeOf } from '../../platform/http/client-info.ts'
import { implement } from '../../platform/http/implement.ts'
import { isTextKey, text } from '../../platform/http/language.ts'
import * as queries from './login-logs.queries.ts'

export function loginLogRoutes(app: FastifyInstance, { db, files, parameters }: Deps) {
  const scopeOf = (caller: Caller, call: keyof typeof loginLogs) =>
    scopeFor(caller, loginLogs[call].permission)
  const list = async (caller: Caller, query: queries.LoginLogFilter, language: Language) => {
    const timeZone = parameters.get('sys.timeZone')
    const found = await queries.listLogins(db, scopeOf(caller, 'list'), query, timeZone)
    return { list: found.list.map((row) => toRow(row, language)), total: found.total }
  }

  implement(app, loginLogs, {
    list: ({ query, caller, language }) => list(caller, query, language),

    remove: ({ body, caller }) =>
      db.transaction(async (tx) => {
        const gone = await queries.deleteLogins(tx, scopeOf(caller, 'remove'), body.ids)
        if (gone !== new Set(body.ids).size) throw new AppError('notFound')
        return null
      }),

    clear: async ({ caller }) => {
      await queries.deleteLogins(db, scopeOf(caller, 'clear'))
      return null
    },

    unlock: async ({ body, caller }) => {
      if (!(await queries.nameVisible(db, scopeOf(caller, 'unlock'), body.userName)))
        throw new AppError('notFound')
      await clearFailures(db, body)
      return null
    },

    export: async ({ query, caller, language }) => {
      const { list: rows } = await list(caller, { ...query, pageNum: 1, pageSize: 100_000 }, language)
      return exportRows(files, {
        name: 'login-log',
        ownerId: caller.userId,
        rows,
        columns: [
          { title: text(language, 'log.user'), value: (row) => row.loginName },
          { title: text(language, 'log.ip'), value: (row) => row.ipaddr },
          { title: text(language, 'log.location'), value: (row) => row.loginLocation },
          { title: text(language, 'log.browser'), value: (row) => row.browser },
          { title: text(language, 'log.os'), value: (row) => row.os },
          {
            title: text(language, 'log.status'),
            value: (row) => text(language, row.status ? 'log.failure' : 'log.success'),
          },
          { title: text(language, 'log.message'), value: (row) => row.msg },
          { title: text(language, 'log.loginTime'), value: (row) => row.loginTime.toISOString() },
        ],
      })
    },
  })
}

const toRow = (row: queries.StoredLogin, language: Language) => ({
  id: row.id,
  loginName: row.userName,
  ipaddr: row.ip,
  loginLocation: placeOf(language, row.ip),
  ...describeClient(row.userAgent),
  status: row.status,
  msg: isTextKey(row.msg) ? text(language, row.msg) : row.msg,
  loginTime: row.loginAt,
})
