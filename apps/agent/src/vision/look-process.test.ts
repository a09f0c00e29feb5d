import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { constants, getPriority, platform } from 'node:os'
import { createCanvas } from '@napi-rs/canvas'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ConnectionCutOff, type ServiceOutput } from '../drivers/adb/service-output.ts'
import { LookProcess } from './look-process.ts'

const minuteMs = 60_000
const start = (more: { idleMs?: number } = {}) => new LookProcess({ idleMs: 50, silentMs: minuteMs, ...more })

const phone = {}
const { signal: never } = new AbortController()
const pixels = (side = 20) => ({
  width: side,
  height: side,
  rgba: new Uint8ClampedArray(side * side * 4).fill(255),
})
const png = () => createCanvas(30, 40).toBuffer('image/png')
const isRunning = (pid = 0) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const colorOf = (looks: LookProcess, frame: Awaited<ReturnType<LookProcess['keep']>>) =>
  looks.look('vision', phone, ['colors', frame], [{ x: 0, y: 0 }])

/** An adb server that accepts two requests; `output` answers the second one. Without it, nothing is answered. */
async function adbServer(
  output?: (socket: Socket) => void,
): Promise<ServiceOutput & { connections: Socket[] }> {
  const connections: Socket[] = []
  const server = createServer((socket) => {
    connections.push(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => {
      if (!output) return
      socket.write('OKAY')
      socket.once('data', () => {
        socket.write('OKAY')
        output(socket)
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of connections) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    address: { host: '127.0.0.1', port },
    requests: ['host:transport-id:1', 'exec:screencap'],
    connections,
  }
}
const silent = () => undefined

test('a process starts with the first frame, and ends when no frame is left', async () => {
  const looks = start()
  expect(looks.pid).toBeUndefined()
  const frame = (await looks.keep(pixels(), 5)).use()
  const { pid } = looks
  expect(frame).toMatchObject({ width: 20, height: 20, size: 1600, at: 5, isLost: false })
  expect(await colorOf(looks, frame)).toEqual(['#ffffff'])
  expect(looks.pid).toBe(pid)
  frame[Symbol.dispose]()
  await expect.poll(() => isRunning(pid)).toBe(false)
  expect(looks.pid).toBeUndefined()
  using next = (await looks.keep(pixels(), 0)).use()
  expect(await colorOf(looks, next)).toEqual(['#ffffff'])
})

test('the memory of a frame is freed here after it was sent, and there with its last use', async () => {
  const looks = start({ idleMs: minuteMs })
  const sent = pixels()
  const part = Buffer.concat([png(), Buffer.from('something else')])
  const frame = (await looks.keep(sent, 0)).use()
  using other = (await looks.keep({ width: 30, height: 40, png: part.subarray(0, -14) }, 0)).use()
  expect(sent.rgba.byteLength).toBe(0)
  expect(part.toString('latin1').endsWith('something else')).toBe(true)
  expect(await colorOf(looks, other)).toEqual(['#000000'])
  frame[Symbol.dispose]()
  await expect(colorOf(looks, frame)).rejects.toThrow('is freed')
})

test('a capture is read by the process, without warnings before the picture', async () => {
  const looks = start()
  const output = await adbServer((socket) =>
    socket.end(Buffer.concat([Buffer.from('[Warning] 2 displays\n'), png()])),
  )
  using frame = (await looks.capture(output, 7, never))?.use()
  expect(frame).toMatchObject({ width: 30, height: 40, at: 7 })
})

test('a capture without a complete picture, or whose phone has left, keeps nothing', async () => {
  const looks = start()
  const half = await adbServer((socket) => socket.end(png().subarray(0, 40)))
  expect(await looks.capture(half, 0, never)).toBeUndefined()
  const left = await adbServer((socket) => socket.end())
  expect(await looks.capture(left, 0, never)).toBeUndefined()
  const gone = await adbServer()
  const cut = looks.capture(gone, 0, never)
  const ended = expect(cut).rejects.toThrow(ConnectionCutOff)
  await expect.poll(() => gone.connections.length).toBe(1)
  gone.connections[0]?.destroy()
  await ended
})

test('a capture of more than 64 MB is refused', async () => {
  const looks = start()
  const chunk = Buffer.alloc(1024 * 1024)
  const endless = await adbServer((socket) => {
    const write = () => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.on('drain', write)
    write()
  })
  await expect(looks.capture(endless, 0, never)).rejects.toMatchObject({ refusal: 'screenUnreadable' })
})

test('a capture that is no longer needed ends its connection', async () => {
  const looks = start()
  const output = await adbServer(silent)
  const end = new AbortController()
  const capture = looks.capture(output, 0, end.signal)
  const stopped = expect(capture).rejects.toThrow()
  await expect.poll(() => output.connections.length).toBe(1)
  // Its bytes that were not read reset it, which once() would take for a failure.
  const closed = new Promise((resolve) => output.connections[0]?.once('close', resolve))
  end.abort()
  await Promise.all([stopped, closed])
  await expect(looks.capture(output, 0, end.signal)).rejects.toThrow('aborted')
})

test('the end of the process fails what it was asked, and its frames are lost', async () => {
  const looks = start({ idleMs: minuteMs })
  const frame = (await looks.keep(pixels(), 0)).use()
  const output = await adbServer(silent)
  const capture = looks.capture(output, 0, never)
  const failed = expect(capture).rejects.toMatchObject({ refusal: 'lookCrashed', values: ['exit SIGKILL'] })
  process.kill(looks.pid as number, 'SIGKILL')
  await failed
  expect(frame.isLost).toBe(true)
  await expect(colorOf(looks, frame)).rejects.toMatchObject({ refusal: 'lookCrashed' })
  frame[Symbol.dispose]()
  using next = (await looks.keep(pixels(), 0)).use()
  expect(await colorOf(looks, next)).toEqual(['#ffffff'])
})

test('a process that gives no answer in time is replaced, however long others wait for theirs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const looks = start({ idleMs: minuteMs })
  using frame = (await looks.keep(pixels(), 0)).use()
  const { pid = 0 } = looks
  const waiting = looks.capture(await adbServer(silent), 0, never)
  const failed = expect(waiting).rejects.toMatchObject({ refusal: 'lookTimeout', values: ['60'] })
  for (let minute = 0; minute < 3; minute += 1) {
    vi.advanceTimersByTime(minuteMs - 1)
    expect(await colorOf(looks, frame)).toEqual(['#ffffff'])
  }
  expect(looks.pid).toBe(pid)
  process.kill(pid, 'SIGSTOP')
  vi.advanceTimersByTime(minuteMs)
  await failed
  vi.useRealTimers()
  await expect.poll(() => isRunning(pid)).toBe(false)
  using next = (await looks.keep(pixels(), 0)).use()
  expect(await colorOf(looks, next)).toEqual(['#ffffff'])
})

test.runIf(platform() === 'linux')('the phones go before the looks at them', async () => {
  const looks = start({ idleMs: minuteMs })
  const own = getPriority()
  using frame = (await looks.keep(pixels(), 0)).use()
  await colorOf(looks, frame)
  const tasks = `/proc/${looks.pid}/task`
  const stats = (await readdir(tasks)).map((task) => readFile(`${tasks}/${task}/stat`, 'utf8'))
  const niceness = (await Promise.all(stats)).map((stat) => Number(stat.split(') ')[1]?.split(' ')[16]))
  expect(new Set(niceness)).toEqual(new Set([constants.priority.PRIORITY_BELOW_NORMAL]))
  expect(getPriority()).toBe(own)
})
