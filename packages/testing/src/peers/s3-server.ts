import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { temporaryFolder } from '../server/server-process.ts'

const program = path.join(import.meta.dirname, 'swift-with-s3.py')

/** A real S3-compatible storage, OpenStack Swift, with one bucket. */
export interface S3Server {
  endpoint: string
  bucket: string
  keys: { accessKeyId: string; secretAccessKey: string }
  /** A client of its own, to look at what is stored. */
  client: S3Client
  /** The settings of a started server. */
  settings: Record<string, string>
  stop(): Promise<void>
}

const bucket = 'fleet-files'
const keys = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }

export async function startS3Server(): Promise<S3Server> {
  const folder = await temporaryFolder()
  const child = spawn('/usr/bin/python3', [program, path.join(folder.path, 'swift')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000)
  })
  const ended = once(child, 'close')
  const port = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line)),
    ended.then(() => Promise.reject(new Error(`Swift did not start: ${said}`))),
  ])
  const endpoint = `http://127.0.0.1:${port}`
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: keys,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  return {
    endpoint,
    bucket,
    keys,
    client,
    settings: {
      S3_URL: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    stop: async () => {
      client.destroy()
      child.kill('SIGKILL')
      await ended
      await folder.remove()
    },
  }
}
