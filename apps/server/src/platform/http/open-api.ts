import { bareApiDocument, bareSocketDocument, systemApi } from '@fleetdeck/contract/system-api'
import { isLanguage, type Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../core/app-error.ts'
import { asyncApiDocument, outlineSockets } from './api-document/async-api-document.ts'
import type { PermissionPages } from './api-document/call-texts.ts'
import { readContract } from './api-document/contract-parts.ts'
import { openApiDocument, outlineApi } from './api-document/open-api-document.ts'
import { implement } from './implement.ts'
import { languageFor } from './language.ts'

interface Options {
  isOff: boolean
  pages: PermissionPages
  /** The site's own, or empty. */
  publicAddress: () => string
}

/** Generated at the first request. */
async function outlineAll(app: FastifyInstance, pages: PermissionPages) {
  const parts = await readContract()
  return { calls: outlineApi(parts, app.endpoints, pages), sockets: outlineSockets(parts) }
}

/** The documents of calls and sockets, generated from the contracts that validate them; refused while `isOff`. */
export function openApi(app: FastifyInstance, { isOff, pages, publicAddress }: Options): void {
  let outline: ReturnType<typeof outlineAll> | undefined
  const outlined = () => {
    if (isOff) throw new AppError('apiDocumentOff')
    outline ??= outlineAll(app, pages)
    return outline
  }
  const callsIn = async (language: Language) =>
    openApiDocument((await outlined()).calls, language, publicAddress() || '/')
  const socketsIn = async (language: Language, { protocol, host }: FastifyRequest) =>
    asyncApiDocument((await outlined()).sockets, language, publicAddress() || `${protocol}://${host}`)

  implement(app, systemApi, {
    document: ({ language }) => callsIn(language),
    sockets: ({ language, request }) => socketsIn(language, request),
  })

  const languageIn = (request: FastifyRequest) => {
    const { language } = request.query as { language?: string }
    return isLanguage(language) ? language : languageFor(request)
  }
  for (const [endpoint, documentIn] of [
    [bareApiDocument, callsIn],
    [bareSocketDocument, socketsIn],
  ] as const)
    app.get(
      endpoint.path,
      { config: { endpoint }, schema: { querystring: endpoint.query } },
      async (request) => documentIn(languageIn(request), request),
    )
}
