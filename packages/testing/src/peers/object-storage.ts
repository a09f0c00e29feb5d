import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface Stored {
  body: Buffer
  eTag: string
  modifiedAt: Date
}

/** An S3-compatible storage in memory with one bucket; it checks signatures and Content-MD5 as real ones do. */
export interface ObjectStorage {
  address: string
  bucket: string
  accessKey: string
  secretKey: string
  objects: Map<string, Stored>
  /** Unfinished uploads: the key, and the parts by number. */
  uploads: Map<string, { key: string; parts: Map<number, Buffer> }>
  /** Stored bytes differ from those sent, although the answers say otherwise. */
  damages: boolean
  /** ETags that are no checksums, as with some kinds of encryption. */
  hasForeignTags: boolean
  /** Called with the number of each part before it is stored; may wait. */
  onPart: (part: number) => void | Promise<void>
  stop(): Promise<void>
}

const bucket = 'copies'
const [accessKey, secretKey] = ['the-access-key', 'the-secret-key']

const md5 = (body: Buffer) => createHash('md5').update(body).digest()
const sha256 = (body: Buffer | string) => createHash('sha256').update(body).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

class Refusal extends Error {
  readonly status: number
  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

export async function startObjectStorage(): Promise<ObjectStorage> {
  const server = createServer((request, response) => {
    serve(storage, request, response).catch((error: unknown) => {
      const status = error instanceof Refusal ? error.status : 500
      const code = error instanceof Refusal ? error.message : 'InternalError'
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const storage: ObjectStorage = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    accessKey,
    secretKey,
    objects: new Map(),
    uploads: new Map(),
    damages: false,
    hasForeignTags: false,
    onPart: () => {},
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return storage
}

async function serve(storage: ObjectStorage, request: IncomingMessage, response: ServerResponse) {
  const body = await buffer(request)
  checkSignature(request, body)
  const url = new URL(request.url ?? '/', 'http://storage')
  const [, name = '', ...rest] = url.pathname.split('/').map(decodeURIComponent)
  if (name !== bucket) throw new Refusal(404, 'NoSuchBucket')
  const sentMd5 = request.headers['content-md5']
  if (sentMd5 && sentMd5 !== md5(body).toString('base64')) throw new Refusal(400, 'BadDigest')
  const call = { storage, key: rest.join('/'), query: url.searchParams, body, request, response }
  const answer = handlers[`${request.method} ${kindOf(url.searchParams)}`]
  if (!answer) throw new Refusal(501, 'NotImplemented')
  await answer(call)
}

const kindOf = (query: URLSearchParams) =>
  ['uploads', 'uploadId', 'list-type'].find((name) => query.has(name)) ?? 'object'

interface Call {
  storage: ObjectStorage
  key: string
  query: URLSearchParams
  body: Buffer
  request: IncomingMessage
  response: ServerResponse
}

const xml = (response: ServerResponse, text: string) =>
  void response.writeHead(200, { 'content-type': 'application/xml' }).end(text)

const found = ({ storage, key }: Call): Stored => {
  const object = storage.objects.get(key)
  if (!object) throw new Refusal(404, 'NoSuchKey')
  return object
}

const upload = ({ storage, query }: Call) => {
  const present = storage.uploads.get(query.get('uploadId') ?? '')
  if (!present) throw new Refusal(404, 'NoSuchUpload')
  return present
}

function store({ storage, key }: Call, sent: Buffer, eTag: string): void {
  const body = Buffer.from(sent)
  if (storage.damages && body.byteLength) body[0] = (body[0] ?? 0) ^ 1
  const tag = storage.hasForeignTags ? randomUUID() : eTag
  storage.objects.set(key, {
    body,
    eTag: storage.damages ? md5(body).toString('hex') : tag,
    modifiedAt: new Date(),
  })
}

const handlers: Record<string, (call: Call) => void | Promise<void>> = {
  'PUT object': (call) => {
    store(call, call.body, md5(call.body).toString('hex'))
    call.response.writeHead(200).end()
  },
  'GET object': (call) => {
    const { body } = found(call)
    const from = Number(/^bytes=(\d+)-$/.exec(String(call.request.headers.range))?.[1] ?? 0)
    call.response.writeHead(from ? 206 : 200, { 'content-length': body.byteLength - from })
    call.response.end(body.subarray(from))
  },
  'HEAD object': (call) => {
    const { body, eTag } = found(call)
    call.response.writeHead(200, { 'content-length': body.byteLength, etag: `"${eTag}"` }).end()
  },
  'DELETE object': ({ storage, key, response }) => {
    storage.objects.delete(key)
    response.writeHead(204).end()
  },
  'GET list-type': ({ storage, query, response }) => {
    const keys = [...storage.objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort()
    // One a page: callers must follow the pages.
    const at = Number(query.get('continuation-token') ?? 0)
    const shown = keys.slice(at, at + 1).map((key) => {
      const { body, modifiedAt } = storage.objects.get(key) as Stored
      return `<Contents><Key>${key}</Key><Size>${body.byteLength}</Size><LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`
    })
    const isMore = at + 1 < keys.length
    const next = isMore ? `<NextContinuationToken>${at + 1}</NextContinuationToken>` : ''
    xml(
      response,
      `<ListBucketResult><IsTruncated>${isMore}</IsTruncated>${shown.join('')}${next}</ListBucketResult>`,
    )
  },
  'GET uploads': ({ storage, response }) => {
    const shown = [...storage.uploads].map(
      ([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`,
    )
    xml(response, `<ListMultipartUploadsResult>${shown.join('')}</ListMultipartUploadsResult>`)
  },
  'POST uploads': ({ storage, key, response }) => {
    const id = randomUUID()
    storage.uploads.set(id, { key, parts: new Map() })
    xml(response, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  },
  'PUT uploadId': async (call) => {
    const number = Number(call.query.get('partNumber'))
    await call.storage.onPart(number)
    upload(call).parts.set(number, call.body)
    call.response.writeHead(200, { etag: `"${md5(call.body).toString('hex')}"` }).end()
  },
  'POST uploadId': (call) => {
    const { parts } = upload(call)
    const bodies = [...parts].sort(([a], [b]) => a - b).map(([, body]) => body)
    const eTag = `${md5(Buffer.concat(bodies.map(md5))).toString('hex')}-${bodies.length}`
    store(call, Buffer.concat(bodies), eTag)
    call.storage.uploads.delete(call.query.get('uploadId') ?? '')
    xml(call.response, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
  },
  'DELETE uploadId': (call) => {
    upload(call)
    call.storage.uploads.delete(call.query.get('uploadId') ?? '')
    call.response.writeHead(204).end()
  },
}

/** Signature Version 4, with the path as it was sent. */
function checkSignature({ method, url = '/', headers }: IncomingMessage, body: Buffer): void {
  const { authorization = '', 'x-amz-date': date = '', 'x-amz-content-sha256': payload = '' } = headers
  const given = /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(authorization)
  if (!given) throw new Refusal(403, 'AccessDenied')
  const [, credential = '', signedHeaders = '', signature] = given
  const [key, ...scope] = credential.split('/')
  if (key !== accessKey) throw new Refusal(403, 'InvalidAccessKeyId')
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) throw new Refusal(400, 'BadDigest')
  const [path, query = ''] = url.split('?')
  const pairs = query.split('&').filter(Boolean)
  const canonical = [
    method,
    path,
    pairs
      .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
      .sort()
      .join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedHeaders,
    payload,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonical)].join('\n')
  const signing = scope.reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${secretKey}`)
  if (hmac(signing, text).toString('hex') !== signature) throw new Refusal(403, 'SignatureDoesNotMatch')
}
