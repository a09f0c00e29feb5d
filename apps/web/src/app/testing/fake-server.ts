import type { Endpoint, Envelope } from '@fleetdeck/contract/endpoint'

export interface FakeRequest {
  endpoint: string
  query: Record<string, string>
  body: unknown
  headers: Headers
}
type Answer = Partial<Envelope>
type Handler = (request: FakeRequest) => Answer | Promise<Answer>

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

/** Replaces fetch: answers the calls of a page and records them. */
export class FakeServer {
  readonly requests: FakeRequest[] = []
  readonly #handlers = new Map<string, Handler>()

  on(endpoint: Endpoint, handler: Handler): this {
    this.#handlers.set(nameOf(endpoint), handler)
    return this
  }

  callsTo(endpoint: Endpoint): FakeRequest[] {
    return this.requests.filter((request) => request.endpoint === nameOf(endpoint))
  }

  fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(String(input), 'http://console.test')
    const endpoint = `${init.method ?? 'GET'} ${pathname}`
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const headers = new Headers(init.headers)
    const request = { endpoint, query: Object.fromEntries(searchParams), body, headers }
    this.requests.push(request)
    const handler = this.#handlers.get(endpoint)
    const answer = handler ? await handler(request) : { code: 404, msg: `${endpoint} is not served` }
    init.signal?.throwIfAborted()
    return Response.json({ code: 0, msg: '', data: null, ...answer })
  }
}

/** A promise that the test resolves, to delay a response. */
export function deferred(): { passed: Promise<void>; open: () => void } {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}
