import { withSiteZone } from '@fleetdeck/contract/site-time'
import { storable, toStorable } from '@fleetdeck/contract/storable-text'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { AppError } from '../core/app-error.ts'
import { readTexts } from './read-texts.ts'

/** Levels of arrays and objects in one another; the deepest of the product has fewer than ten. */
const deepest = 64

/** Refuses JSON that is nested so deeply that hashing, logging or checking it would exhaust the stack. */
export function refuseDeepJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) =>
    parse(request, text as string, (error, content) =>
      isTooDeep(content) ? done(new AppError('jsonTooDeep')) : done(error, content),
    ),
  )
}

export const isTooDeep = (content: unknown, left = deepest): boolean =>
  typeof content === 'object' &&
  content !== null &&
  (left === 0 || Object.values(content).some((inner) => isTooDeep(inner, left - 1)))

/** Empty values of a query are not given. */
const withoutEmpty = (query: unknown) =>
  Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ''))

/**
 * As the schemas of a call say, see `readTexts()` for numbers and lists that come as texts. Texts that the database
 * could not store are refused in all of them.
 */
export const checkInput =
  (timeZone: () => string): FastifySchemaCompiler<z.ZodType> =>
  (route) => {
    const check = validatorCompiler({ ...route, schema: readTexts(route.schema) as z.ZodType })
    const isQuery = route.httpPart === 'querystring'
    return (input) => {
      const given = isQuery ? withoutEmpty(input) : input
      const checked = withSiteZone(timeZone, () => check(given)) as { value?: unknown; error?: Error }
      const place = findUnstorable(checked.value)
      if (!place) return checked
      const field = place.findLast((name) => !/^\d+$/.test(name)) ?? ''
      return { error: new AppError('textUnstorable', { field }) }
    }
  }

/** The path to the first text or name within a value that the database cannot store. */
function findUnstorable(content: unknown): string[] | undefined {
  if (typeof content === 'string') return storable(content) ? undefined : []
  if (typeof content !== 'object' || content === null) return undefined
  for (const [name, inner] of Object.entries(content)) {
    const place = storable(name) ? findUnstorable(inner) : []
    if (place) return [toStorable(name), ...place]
  }
  return undefined
}
