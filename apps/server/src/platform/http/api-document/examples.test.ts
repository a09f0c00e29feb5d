import { type Endpoint, onlyReads, refusedFieldHeader } from '@fleetdeck/contract/endpoint'
import { withSiteZone } from '@fleetdeck/contract/site-time'
import { bareApiDocument } from '@fleetdeck/contract/system-api'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, expect, test } from 'vitest'

interface Operation {
  operationId: string
  parameters: { name: string; in: string; required?: boolean; example?: unknown }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
}
let site: TestSite
let operations: Map<string, Operation>
beforeAll(async () => {
  site = await startTestSite()
  const document = await site.admin.ask(bareApiDocument)
  const { paths } = document as unknown as { paths: Record<string, Record<string, Operation>> }
  operations = new Map(
    Object.entries(paths).flatMap(([path, calls]) =>
      Object.entries(calls).map(([method, operation]) => [shapeOf(method, path), operation] as const),
    ),
  )
})
afterAll(() => site.stop())

const shapeOf = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.replace(/\/$/, '').replaceAll(/\{\w+\}|:\w+/g, '{}')}`
const described = () =>
  site.app.endpoints.flatMap((endpoint) => {
    const operation = operations.get(shapeOf(endpoint.method, endpoint.path))
    return operation ? [{ endpoint, operation }] : []
  })
const bodyIn = ({ requestBody }: Operation) => requestBody?.content['application/json']?.example

test('each example of a body passes the check of its call', () => {
  const withBodies = described().filter(({ endpoint }) => endpoint.body)
  const faults = withBodies.flatMap(({ endpoint: { body }, operation }) => {
    const parsed = withSiteZone(
      () => 'UTC',
      () => body?.safeParse(bodyIn(operation)),
    )
    return parsed?.error ? [`${operation.operationId}: ${parsed.error.message}`] : []
  })
  expect(withBodies.length).toBeGreaterThan(100)
  expect(faults).toEqual([])
})

/** Sends the example of a call; returns the code and the field that is refused. */
async function send({ method, path }: Endpoint, operation: Operation) {
  const query = new URLSearchParams()
  let url = path
  for (const { name, in: place, required, example } of operation.parameters) {
    if (!required) continue
    if (place === 'path') url = url.replace(/:\w+/, encodeURIComponent(String(example)))
    else query.set(name, String(example))
  }
  const body = bodyIn(operation)
  const answer = await site.app.inject({
    method,
    url: `${url}?${query}`,
    headers: { authorization: `Bearer ${site.admin.token}` },
    ...(body !== undefined && { payload: body as object }),
  })
  const { code } = answer.json() as { code: number }
  const field = answer.headers[refusedFieldHeader]
  return { id: operation.operationId, code, ...(field !== undefined && { field }) }
}

const mainAdds = [
  'deviceGroups',
  'platforms',
  'notices',
  'dictTypes',
  'dataGroups',
  'caches',
  'alarmSettings',
  'posts',
]

test('no example of a reading call, or of adding a row, is refused as malformed', async () => {
  const adds = mainAdds.map((name) => `${name}Add`)
  const sent = described().filter(({ endpoint, operation }) => {
    const isSignedInRead = onlyReads(endpoint) && endpoint.permission !== 'public' && !endpoint.media
    return isSignedInRead || adds.includes(operation.operationId)
  })
  expect(sent.length).toBeGreaterThan(150)
  const answers = []
  for (const { endpoint, operation } of sent) answers.push(await send(endpoint, operation))
  expect(answers.filter(({ code, field }) => code === 500 || field !== undefined)).toEqual([])
  const codes = new Map(answers.map(({ id, code }) => [id, code]))
  expect(adds.map((id) => [id, codes.get(id)])).toEqual(adds.map((id) => [id, 0]))
}, 60_000)
