import { loginLogs } from '@fleetdeck/contract/login-logs'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance } from 'fastify'
import { crudHandlers, scopesOf, showRows } from '../../access/crud-handlers.ts'
import { clearFailures } from '../../access/login-lock.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { describeClient, describeLocation } from '../../platform/http/client-info.ts'
import { implement } from '../../platform/http/implement.ts'
import { isTextKey, text } from '../../platform/http/language.ts'
import { deleteLogins, isNameVisible, loginQueries, type StoredLogin } from './login-logs.queries.ts'

export function loginLogRoutes(app: FastifyInstance, deps: Deps) {
  const { db } = deps
  const scopeOf = scopesOf(loginLogs)

  implement(app, loginLogs, {
    ...crudHandlers(deps, loginLogs, showRows(loginQueries, showLogin), {
      name: 'login-log',
      columns: [
        { title: 'log.user', value: (row) => row.loginName },
        { title: 'log.ip', value: (row) => row.ipaddr },
        { title: 'log.location', value: (row) => row.loginLocation },
        { title: 'log.browser', value: (row) => row.browser },
        { title: 'log.os', value: (row) => row.os },
        { title: 'log.status', value: (row, t) => t(row.status ? 'log.failure' : 'log.success') },
        { title: 'log.message', value: (row) => row.msg },
        { title: 'log.loginTime', value: (row) => row.loginTime },
      ],
    }),

    clear: async ({ caller }) => {
      await deleteLogins(db, scopeOf(caller, 'clear'))
      return null
    },

    unlock: async ({ body, caller }) => {
      if (!(await isNameVisible(db, scopeOf(caller, 'unlock'), body.userName))) throw new AppError('notFound')
      await clearFailures(db, body)
      return null
    },
  })
}

const showLogin = ({ ip, userAgent, ...row }: StoredLogin, language: Language) => ({
  ...row,
  ...describeClient(userAgent),
  ipaddr: ip,
  loginLocation: describeLocation(language, ip),
  msg: isTextKey(row.msg) ? text(language, row.msg) : row.msg,
})
