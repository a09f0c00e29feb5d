import swagger from '@fastify/swagger'
import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { bareApiDocument, systemApi } from '@fleetdeck/contract/system-api'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { AppError } from '../core/app-error.ts'
import { implement } from './implement.ts'
import { isTextKey, languageFor, text } from './language.ts'

/** Titles of calls without a page, by the first part of their path. */
const otherGroups: Record<string, string> = {
  rapi: 'systemApi.phones',
  openapi: 'systemApi.programs',
  common: 'systemApi.files',
}

/** The group of each call: the path of a page, or the key of a text. */
function groupName({ path, permission }: Endpoint, pages: PermissionPages): string {
  return pages.get(permission) ?? otherGroups[path.split('/')[1] ?? ''] ?? 'systemApi.account'
}

interface Operation {
  tags?: string[]
  summary?: string
  'x-permission'?: string
}
type Document = { paths?: Record<string, Record<string, Operation>> }

/** Page, by full path, that each permission belongs to. */
type PermissionPages = ReadonlyMap<string, string>

/** The OpenAPI document, generated from the same contracts that validate the calls; refused while `isOff`. */
export async function openApi(
  app: FastifyInstance,
  { isOff, pages }: { isOff: boolean; pages: PermissionPages },
): Promise<void> {
  const withSchemas = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'fleetdeck', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    transform: (input) => {
      const made = withSchemas(input)
      const endpoint = input.route.config?.endpoint
      if (!endpoint) return made
      const told = {
        tags: [groupName(endpoint, pages)],
        'x-permission': endpoint.permission,
        'x-proof': endpoint.proof === true,
        'x-changes': endpoint.log !== undefined,
        'x-by-token': endpoint.permission !== 'signed-in' || endpoint.byToken === true,
        ...(endpoint.upload && { consumes: ['multipart/form-data'] }),
        ...(endpoint.permission === 'public' && { security: [] }),
      }
      return { ...made, schema: { ...made.schema, ...told } }
    },
  })
  const documentFor = (language: Language) => {
    if (isOff) throw new AppError('apiDocumentOff')
    return inWords(app.swagger() as Document, language)
  }
  implement(app, systemApi, { document: async ({ language }) => documentFor(language) })
  app.get(
    bareApiDocument.path,
    { config: { endpoint: bareApiDocument }, schema: { hide: true } },
    async (request) => documentFor(languageFor(request)),
  )
}

/** Groups by title, and calls by the buttons that make them. */
function inWords(document: Document, language: Language) {
  const translateTitle = (key: string) => (isTextKey(key) ? text(language, key) : key)
  const buildSummary = (permission = '') => {
    const key = `button.${permission}`
    return isTextKey(key) ? { summary: text(language, key) } : {}
  }
  const groups = new Set<string>()
  const paths = Object.entries(document.paths ?? {}).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => {
        for (const tag of operation.tags ?? []) groups.add(tag)
        return [method, { ...operation, ...buildSummary(operation['x-permission']) }]
      }),
    ),
  ])
  const tags = [...groups].map((name) => ({ name, 'x-displayName': translateTitle(name) }))
  return { ...document, paths: Object.fromEntries(paths), tags }
}
