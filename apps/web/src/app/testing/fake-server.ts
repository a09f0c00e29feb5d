import type { Endpoint, Envelope } from '@fleetdeck/contract/endpoint'

export interface FakeRequest {
  endpoint: string
  query: Record<string, string>
  body: unknown
  headers: Headers
}
/** The envelope's parts, or a response as it is, such as a proxy's. */
type Answer = Partial<Envelope> | Response
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
    if (answer instanceof Response) return answer
    return Response.json({ code: 0, msg: '', data: null, ...answer })
  }
}

/** How calls fail while the server is away. */
export const outages = {
  'no connection': () => Promise.reject(new TypeError('Failed to fetch')),
  'a page of a proxy': () =>
    new Response('<html>Bad Gateway</html>', { status: 502, headers: { 'content-type': 'text/html' } }),
  'an error of a proxy as JSON': () => Response.json({ message: 'no upstream' }, { status: 504 }),
  'a server without its database': () =>
    Response.json(
      { code: 503, msg: 'not now', data: { retryAfter: 2 } },
      { status: 503, headers: { 'retry-after': '2' } },
    ),
} satisfies Record<string, Handler>

/** A promise that the test resolves, to delay a response. */
export function deferred(): { passed: Promise<void>; open: () => void } {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}
