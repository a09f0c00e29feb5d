import { createHash } from 'node:crypto'
import { publishedScrcpy, scrcpyFileLimit } from '@fleetdeck/contract/scrcpy-server'
import { toStorable } from '@fleetdeck/contract/storable-text'
import { Archive, InvalidArchive } from '@fleetdeck/zip/archive'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/core/app-error.ts'
import { fileParts } from '../../platform/files/parts.ts'
import { readPart } from '../../platform/files/read-part.ts'

const longestName = 200
const program = 'classes.dex'
/** First bytes of a program for Android, followed by the version of its format. */
const dexMagic = 'dex\n'

export interface ReceivedScrcpy {
  fileName: string
  version: string
  size: number
  sha256: string
  isPublished: boolean
  content: string
}

/** The single file of a multipart request; refused unless it is an archive with a program for Android. */
export async function receiveScrcpy(request: FastifyRequest): Promise<ReceivedScrcpy> {
  if (!request.isMultipart()) throw new AppError('unsupportedMedia')
  let received: ReceivedScrcpy | undefined
  for await (const part of fileParts(request, scrcpyFileLimit * 1024 * 1024)) {
    if (received) throw new AppError('uploadSingleOnly')
    const content = await readPart(part, scrcpyFileLimit)
    if (!(await hasProgram(content))) throw new AppError('scrcpyNoServer')
    const fileName = toStorable(part.filename.slice(0, longestName))
    const sha256 = createHash('sha256').update(content).digest('hex')
    received = {
      ...{ fileName, sha256, size: content.byteLength, content: content.toString('base64') },
      ...identifyScrcpy(fileName, sha256),
    }
  }
  if (!received) throw new AppError('uploadFailed')
  return received
}

/** By its SHA-256, else by its name; the version is empty if neither tells it. */
export function identifyScrcpy(fileName: string, sha256: string): { version: string; isPublished: boolean } {
  const published = Object.entries(publishedScrcpy).find(([, hash]) => hash === sha256)?.[0]
  return { version: published ?? versionIn(fileName), isPublished: published !== undefined }
}

/** As releases name it: `scrcpy-server-v3.3.4`. */
const versionIn = (fileName: string) =>
  /scrcpy-server-v?(\d{1,3}(?:\.\d{1,3}){1,3})/.exec(fileName)?.[1] ?? ''

async function hasProgram(content: Buffer): Promise<boolean> {
  try {
    const archive = await Archive.open(content)
    try {
      for await (const entry of archive.entries()) {
        if (entry.fileName !== program) continue
        for await (const chunk of archive.read(entry)) return chunk.toString('latin1').startsWith(dexMagic)
      }
      return false
    } finally {
      archive.close()
    }
  } catch (error) {
    if (error instanceof InvalidArchive) return false
    throw error
  }
}
