import { codeGenerator } from '@fleetdeck/contract/code-generator'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { implement } from '../../platform/http/implement.ts'
import * as queries from './code-generator.queries.ts'
import { GenDesk } from './gen-desk.ts'
import { zipOf } from './zip-of.ts'

/** Code for tables of the database. It reads the catalogue of the database and writes none but its own rows. */
export function codeGeneratorRoutes(app: FastifyInstance, { db, parameters }: Deps) {
  const desk = new GenDesk(db, () => app.endpoints.map(({ path }) => path))

  implement(app, codeGenerator, {
    list: ({ query }) => queries.listGenTables(db, query, parameters.get('sys.timeZone')),

    databaseTables: ({ query }) => queries.listDatabaseTables(db, query),

    import: async ({ query, caller }) => {
      await desk.import([...new Set(query.tables)], caller.userName)
      return null
    },

    remove: async ({ body }) => {
      await desk.found(body.ids)
      await queries.deleteGenTables(db, body.ids)
      return null
    },

    design: ({ query }) => desk.design(query.tableId),

    edit: async ({ body }) => {
      await desk.save(body)
      return null
    },

    sync: ({ body }) => desk.sync(body.id),

    preview: ({ query }) => desk.files([query.tableId]),

    generate: async ({ body }) => {
      const ids = [...new Set(body.ids)]
      if (ids.length > mostAtOnce) throw new AppError('genTooMany', { most: mostAtOnce })
      const content = await zipOf(await desk.files(ids))
      return { fileName: `features_${Date.now()}.zip`, content: content.toString('base64') }
    },
  })
}

const mostAtOnce = 50
