import { decoded } from '@fleetdeck/contract/decoded'
import type { Endpoint, Envelope } from '@fleetdeck/contract/endpoint'
import { files } from '@fleetdeck/contract/files'
import { buildHeaders, readEnvelope, unwrapData, withQuery, withSession } from './call.ts'
import { toFailure } from './call-error.ts'
import { trackTask } from './task-tray.ts'

interface Source {
  endpoint: Endpoint
  query: Record<string, string>
}
/** The result of an export: fetched once, then removed. */
const exportSource: Source = { endpoint: files.download, query: { delete: 'true' } }
const callName = ({ endpoint }: Source) => `${endpoint.method} ${endpoint.path}`

/** A refusal comes as the envelope, the file as its bytes. */
interface Fetched extends Envelope {
  response?: Response
}

async function fetchResponse(
  fileName: string,
  source: Source,
  signal: AbortSignal,
  token: string,
): Promise<Fetched> {
  const address = withQuery(source.endpoint.path, { fileName, ...source.query })
  try {
    const response = await fetch(address, { headers: buildHeaders(source.endpoint, token), signal })
    const isFile = response.ok && response.headers.has('content-disposition')
    return isFile ? { code: 0, msg: '', response } : await readEnvelope(response, callName(source))
  } catch (cause) {
    throw toFailure(cause, callName(source))
  }
}

async function readBlob(response: Response, progress: (loaded: number, total: number) => void) {
  const total = Number(response.headers.get('content-length') ?? 0)
  const chunks: BlobPart[] = []
  let loaded = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    chunks.push(part.value)
    loaded += part.value.byteLength
    progress(loaded, total)
  }
  return new Blob(chunks)
}

/** The file name in content-disposition, in its UTF-8 form if available. */
function parseFileName(disposition: string | null): string | undefined {
  const encoded = disposition?.match(/filename\*=(?:UTF-8'')?([^;]+)/i)?.[1]
  if (encoded) return decoded(encoded.trim())
  return disposition?.match(/filename="?([^";]+)"?/i)?.[1]?.trim()
}

export function saveBlob(blob: Blob, name: string) {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/**
 * Fetches a file; a refusal is thrown.
 * @returns its bytes, and its name where the server gives one
 */
export async function fetchFile(
  fileName: string,
  source: Source,
  signal: AbortSignal,
  progress: (loaded: number, total: number) => void = () => {},
): Promise<{ blob: Blob; name: string }> {
  const fetched: Fetched = await withSession((token) => fetchResponse(fileName, source, signal, token))
  unwrapData(fetched, callName(source))
  const { response } = fetched
  if (!response) throw toFailure(undefined, callName(source))
  const blob = await readBlob(response, progress).catch((cause) => {
    throw toFailure(cause, callName(source))
  })
  return { blob, name: parseFileName(response.headers.get('content-disposition')) ?? fileName }
}

/** Fetches a file, by default the result of an export, and saves it under its name. */
export async function download(fileName: string, source: Source = exportSource): Promise<void> {
  const abort = new AbortController()
  await trackTask({ kind: 'download', name: fileName, cancel: () => abort.abort() }, async (progress) => {
    const { blob, name } = await fetchFile(fileName, source, abort.signal, progress)
    saveBlob(blob, name)
  })
}
