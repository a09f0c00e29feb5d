import { HttpRequest } from '@fleetdeck/contract/script-api/http'
import { allowsHost } from '@fleetdeck/contract/script-hosts'
import type { z } from 'zod'
import { errorMessage } from '../notice.ts'
import { type AgentTexts, fill } from '../texts.ts'

/** Hosts that scripts may call: example.org, or *.example.org for its subdomains, either with :port. */
export interface HttpAllowance {
  hosts: readonly string[]
}

const maxBytes = 8 * 1024 * 1024
const maxRedirects = 3
/** They belong to the connection. */
const ownHeaders = [
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]

function checkAddress({ hosts }: HttpAllowance, url: URL, texts: AgentTexts): void {
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) throw wrongAddress(texts)
  if (!hosts.some((entry) => allowsHost(entry, url)))
    throw new Error(`http.request: ${fill(texts.hostRefused, url.host)}`)
}

const wrong = (texts: AgentTexts, option: string, valid: string) =>
  new TypeError(`http.request: ${fill(texts.wrongArgument, `request.${option}`, valid)}`)
const wrongAddress = (texts: AgentTexts) => wrong(texts, 'url', 'http://…, https://…')

/** http.request of scripts. Redirects are followed only within the list. */
export async function requestOutside(
  allowance: HttpAllowance,
  sent: string | z.output<typeof HttpRequest>,
  texts: AgentTexts,
) {
  const outgoing = typeof sent === 'string' ? HttpRequest.parse({ url: sent }) : sent
  const { url, method, timeout } = outgoing
  const signal = AbortSignal.timeout(timeout)
  const headers = headersOf(outgoing, texts)
  const body = bodyOf(outgoing, texts)
  let request: RequestInit = { method, headers, redirect: 'manual', signal, ...(body && { body }) }
  if (!URL.canParse(url)) throw wrongAddress(texts)
  let next = new URL(url)
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    checkAddress(allowance, next, texts)
    const { origin, host } = next
    const failed = (error: unknown) => {
      const reason = signal.aborted ? fill(texts.noResponse, String(timeout)) : errorMessage(error)
      return new Error(`http.request: ${host}: ${reason}`, { cause: error })
    }
    const response = await fetch(next, request).catch((error: unknown) => Promise.reject(failed(error)))
    const goal = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (!goal) return readAnswer(response, failed, texts)
    await response.body?.cancel()
    if (!URL.canParse(goal, next)) throw failed(fill(texts.redirectInvalid, goal))
    next = new URL(goal, next)
    request = redirected(request, { status: response.status, isSameOrigin: next.origin === origin })
  }
  throw new Error(`http.request: ${texts.redirectsMany}`)
}

function headersOf({ headers, form }: z.output<typeof HttpRequest>, texts: AgentTexts): Headers {
  const given = new Headers()
  for (const [name, value] of Object.entries(headers))
    try {
      given.append(name, value)
    } catch {
      throw wrong(texts, `headers.${name}`, texts.headersValid)
    }
  // The boundary between the parts of a form is known only when they are sent.
  const own = [...ownHeaders, ...(form ? ['content-type'] : [])].filter((name) => given.has(name))
  if (own.length > 0) throw wrong(texts, 'headers', fill(texts.withoutNames, own.join(', ')))
  return given
}

/** Undefined without one. */
function bodyOf(
  { method, body, base64, form }: z.output<typeof HttpRequest>,
  texts: AgentTexts,
): string | FormData | Buffer<ArrayBuffer> | undefined {
  const text = body && typeof body !== 'string' ? JSON.stringify(body) : body || undefined
  const given = Object.entries({ body: text, base64, form }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  )
  if (given.length > 1) throw new TypeError(`http.request: ${fill(texts.oneOf, given.join(', '))}`)
  if (given.length > 0 && ['GET', 'HEAD'].includes(method))
    throw wrong(texts, 'method', 'POST, PUT, DELETE, PATCH')
  if (base64 !== undefined) return Buffer.from(base64, 'base64')
  if (!form) return text
  const parts = new FormData()
  for (const [name, value] of Object.entries(form))
    if (typeof value === 'string') parts.append(name, value)
    else parts.append(name, new Blob([Buffer.from(value.base64, 'base64')], { type: value.type }), value.name)
  return parts
}

/** 307 and 308 repeat the call, to another host without headers that may be secret; others only fetch the target. */
function redirected(
  request: RequestInit,
  { status, isSameOrigin }: { status: number; isSameOrigin: boolean },
): RequestInit {
  if (status < 307) return { method: 'GET', redirect: 'manual', signal: request.signal ?? null }
  if (isSameOrigin) return request
  const headers = [...new Headers(request.headers)].filter(([name]) => /^(accept|content-type)$/.test(name))
  return { ...request, headers }
}

async function readAnswer(response: Response, failed: (error: unknown) => Error, texts: AgentTexts) {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of response.body ?? []) {
      size += part.byteLength
      if (size > maxBytes) break
      parts.push(part)
    }
  } catch (error) {
    throw failed(error)
  }
  if (size > maxBytes) throw failed(fill(texts.answerTooLarge, String(maxBytes / 1024 / 1024)))
  const { status, headers } = response
  const cookies = headers.getSetCookie().join(', ')
  return {
    status,
    headers: { ...Object.fromEntries(headers), ...(cookies && { 'set-cookie': cookies }) },
    body: decoderOf(headers.get('content-type') ?? '').decode(Buffer.concat(parts)),
  }
}

/** By the charset that the response names, UTF-8 if it names none that is known. */
function decoderOf(contentType: string): TextDecoder {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1]
  try {
    return new TextDecoder(charset, { ignoreBOM: true })
  } catch {
    return new TextDecoder('utf-8', { ignoreBOM: true })
  }
}
