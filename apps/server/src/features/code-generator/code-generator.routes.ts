import { codeGenerator } from '@fleetdeck/contract/code-generator'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { implement } from '../../platform/http/implement.ts'
import { buildZip } from './build-zip.ts'
import * as queries from './code-generator.queries.ts'
import { GeneratorService } from './generator-service.ts'

/** Generates code for tables of the database. It reads the database's catalogue and writes only its own rows. */
export function codeGeneratorRoutes(app: FastifyInstance, { db, parameters }: Deps) {
  const generator = new GeneratorService(db, () => app.endpoints.map(({ path }) => path))

  implement(app, codeGenerator, {
    list: ({ query }) => queries.listGenTables(db, query, parameters.get('sys.timeZone')),

    databaseTables: ({ query }) => queries.listDatabaseTables(db, query),

    import: async ({ query, caller }) => {
      await generator.import([...new Set(query.tables)], caller.userName)
      return null
    },

    remove: async ({ body }) => {
      await generator.found(body.ids)
      await queries.deleteGenTables(db, body.ids)
      return null
    },

    design: ({ query }) => generator.design(query.tableId),

    edit: async ({ body }) => {
      await generator.save(body)
      return null
    },

    sync: ({ body }) => generator.sync(body.id),

    preview: ({ query }) => generator.files([query.tableId]),

    generate: async ({ body }) => {
      const ids = [...new Set(body.ids)]
      if (ids.length > maxAtOnce) throw new AppError('genTooMany', { most: maxAtOnce })
      const content = await buildZip(await generator.files(ids))
      return { fileName: `features_${siteMs()}.zip`, content: content.toString('base64') }
    },
  })
}

const maxAtOnce = 50
