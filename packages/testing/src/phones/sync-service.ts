import { uint32 } from './adb-packets.ts'
import type { DaemonStream } from './daemon-stream.ts'
import type { FakePhone } from './fake-phone.ts'

type Files = FakePhone['files']

const chunkBytes = 64 * 1024
const fileMode = 0o100644
const folderMode = 0o040755
const noSuchFile = 2

/** adb's sync service (AOSP's SYNC.TXT): SEND, RECV, STAT, LIST and their second forms, over files in memory. */
export async function serveSync(phone: FakePhone, stream: DaemonStream): Promise<void> {
  const { files } = phone
  for (;;) {
    const { id, size } = await header(stream)
    if (id === 'QUIT') return
    const text = (await stream.read(size)).toString()
    if (id === 'LST2' || id === 'STA2') await stream.write(secondStat(id, phone, text))
    else if (id === 'STAT') await stream.write(firstStat(phone, text))
    else if (id === 'LIS2') await stream.write(listFolder(phone, text))
    else if (id === 'SEND') await take(phone, text, stream)
    else if (id === 'RECV') await sendFile(files, text, stream)
    else await fail(stream, `${id} is not known`)
  }
}

async function header(stream: DaemonStream) {
  const bytes = await stream.read(8)
  return { id: bytes.toString('latin1', 0, 4), size: bytes.readUInt32LE(4) }
}

const message = (id: string, bytes: Buffer) => Buffer.concat([Buffer.from(id), uint32(bytes.length), bytes])
const fail = (stream: DaemonStream, why: string) => stream.write(message('FAIL', Buffer.from(why)))

/** `path,mode`, then DATA until DONE. */
async function take({ files, stallsFiles }: FakePhone, target: string, stream: DaemonStream): Promise<void> {
  const chunks: Buffer[] = []
  for (;;) {
    const { id, size } = await header(stream)
    if (id === 'DONE') break
    chunks.push(await stream.read(size))
    if (stallsFiles) return stream.ended
  }
  files.set(target.slice(0, target.lastIndexOf(',')), Buffer.concat(chunks))
  await stream.write(message('OKAY', Buffer.alloc(0)))
}

async function sendFile(files: Files, path: string, stream: DaemonStream): Promise<void> {
  const bytes = files.get(path)
  if (!bytes) return fail(stream, `open failed: No such file or directory`)
  for (let at = 0; at < bytes.length; at += chunkBytes)
    await stream.write(message('DATA', bytes.subarray(at, at + chunkBytes)))
  await stream.write(message('DONE', Buffer.alloc(0)))
}

function findStat(
  { files, claimedSizes }: FakePhone,
  path: string,
): { mode: number; size: number } | undefined {
  const bytes = files.get(path)
  if (bytes) return { mode: fileMode, size: claimedSizes.get(path) ?? bytes.length }
  const folder = path.endsWith('/') ? path : `${path}/`
  const isFolder = folder === '/sdcard/Download/' || [...files.keys()].some((name) => name.startsWith(folder))
  return isFolder ? { mode: folderMode, size: 0 } : undefined
}

/** Mode, size and time, all 0 for a missing file. */
function firstStat(phone: FakePhone, path: string): Buffer {
  const { mode, size } = findStat(phone, path) ?? { mode: 0, size: 0 }
  return Buffer.concat([Buffer.from('STAT'), uint32(mode), uint32(size), uint32(mode && 1)])
}

/** Files and folders directly below, in the second form; `.` first, as on a phone. */
function listFolder(phone: FakePhone, path: string): Buffer {
  const folder = path.endsWith('/') ? path : `${path}/`
  const below = [...phone.files.keys()].filter((name) => name.startsWith(folder))
  const names = new Set(['.', ...below.map((name) => name.slice(folder.length).split('/')[0] ?? '')])
  const entries = [...names].map((name) => {
    const stat = secondStat('DNT2', phone, name === '.' ? folder : folder + name)
    const words = Buffer.from(name)
    return Buffer.concat([stat, uint32(words.length), words])
  })
  return Buffer.concat([...entries, Buffer.from('DONE'), Buffer.alloc(72)])
}

/** Error, device, inode, mode, links, owner, group, size and three times. */
function secondStat(id: string, phone: FakePhone, path: string): Buffer {
  const stat = findStat(phone, path)
  const bytes = Buffer.alloc(72)
  bytes.write(id, 0, 'latin1')
  if (!stat) bytes.writeUInt32LE(noSuchFile, 4)
  else {
    bytes.writeUInt32LE(stat.mode, 24)
    bytes.writeUInt32LE(1, 28)
    bytes.writeBigUInt64LE(BigInt(stat.size), 40)
  }
  return bytes
}
