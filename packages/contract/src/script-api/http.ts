import { z } from 'zod'
import { call } from './call.ts'

const HttpFile = z
  .strictObject({
    name: z.string().min(1).max(200),
    type: z.string().max(200).default('application/octet-stream'),
    base64: z.base64(),
  })
  .meta({ id: 'HttpFile' })

export const HttpRequest = z
  .strictObject({
    url: z.string().max(8000),
    method: z.enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD']).default('GET'),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullish(),
    base64: z.base64().optional(),
    form: z.record(z.string().max(200), z.union([z.string(), HttpFile])).optional(),
    timeout: z.number().min(1).max(120_000).default(30_000),
  })
  .meta({ id: 'HttpRequest' })

export const httpCalls = {
  request: call({
    args: { request: z.union([z.string().max(8000), HttpRequest]) },
    gives: z
      .object({ status: z.number(), headers: z.record(z.string(), z.string()), body: z.string() })
      .meta({ id: 'HttpResponse' }),
    example: [
      "const { status, body } = http.request({ url: 'https://example.org/prices', timeout: 5000 })",
      'logi(status, body)',
    ].join('\n'),
  }),
}
