import { uint32 } from './adb-packets.ts'
import type { DaemonStream } from './daemon-stream.ts'
import type { Answer, FakePhone } from './fake-phone.ts'
import { serveSync } from './sync-service.ts'

/** Kinds of packets of the second shell protocol. */
const shell = { stdout: 1, stderr: 2, exit: 3 } as const

/** The implementation of a service; undefined for one that this phone does not have. */
export function serve(
  phone: FakePhone,
  service: string,
  stream: DaemonStream,
  reboot: () => void,
): (() => Promise<void>) | undefined {
  phone.services.push(service)
  const [, name = '', rest = ''] = /^([^:]+):([\s\S]*)$/.exec(service) ?? []
  if (name === 'sync') return () => serveSync(phone, stream)
  if (name === 'localabstract') return abstractSocket(phone, rest, stream)
  if (name === 'reboot') return async () => void setImmediate(reboot)
  if (name === 'exec' || name === 'shell') return () => runRaw(phone, rest, stream)
  if (/^shell,v2(,|$)/.test(name)) return () => runWithExitCode(phone, rest, stream)
  return undefined
}

function abstractSocket(phone: FakePhone, name: string, stream: DaemonStream) {
  const listener = phone.listeners.get(name)
  return (
    listener &&
    (async () => {
      listener(stream)
      await stream.ended
    })
  )
}

async function runRaw(phone: FakePhone, line: string, stream: DaemonStream): Promise<void> {
  const { run, stdout, stderr, staysOpen, isEndless } = toServiceAnswer(await phone.answer(line))
  if (run) return run(stream)
  if (stderr) await stream.write(stderr)
  await stream.write(stdout)
  while (isEndless && !stream.hasEnded) await stream.write(stdout)
  if (staysOpen) await stream.ended
}

async function runWithExitCode(phone: FakePhone, line: string, stream: DaemonStream): Promise<void> {
  const { stdout, stderr, exitCode, staysOpen, isEndless } = toServiceAnswer(await phone.answer(line))
  for (const [kind, bytes] of [
    [shell.stdout, Buffer.from(stdout as Buffer)],
    [shell.stderr, Buffer.from(stderr)],
  ] as const)
    if (bytes.length) await stream.write(packet(kind, bytes))
  while (isEndless && !stream.hasEnded)
    await stream.write(packet(shell.stdout, Buffer.from(stdout as Buffer)))
  if (staysOpen) return stream.ended
  await stream.write(packet(shell.exit, Buffer.from([exitCode])))
}

function toServiceAnswer(answer: Answer) {
  const silent = { stdout: '', stderr: '', exitCode: 0, staysOpen: false, isEndless: false, run: undefined }
  if (answer === undefined) return { ...silent, staysOpen: true }
  if (typeof answer === 'string' || Buffer.isBuffer(answer)) return { ...silent, stdout: answer }
  return { ...silent, ...answer }
}

const packet = (kind: number, bytes: Buffer) =>
  Buffer.concat([Buffer.from([kind]), uint32(bytes.length), bytes])
