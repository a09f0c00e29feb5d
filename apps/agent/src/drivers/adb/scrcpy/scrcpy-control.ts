import {
  type AndroidKeyCode,
  AndroidKeyEventAction,
  AndroidKeyEventMeta,
  AndroidMotionEventAction,
  ScrcpyControlMessageType,
  type ScrcpyControlMessageWriter,
} from '@yume-chan/scrcpy'
import type { AsyncExactReadable } from '@yume-chan/struct'
import type { ScreenSize } from '../../device-driver.ts'
import { type FingerPath, type Pixel, playPaths, type TouchStep } from '../../finger-paths.ts'
import type { ScrcpyServer, ScrcpySession } from './scrcpy-server.ts'

const actions = {
  touchDown: AndroidMotionEventAction.Down,
  touchMove: AndroidMotionEventAction.Move,
  touchUp: AndroidMotionEventAction.Up,
} as const
/** scrcpy's ids for one finger, and for several. */
const finger = -2n
const fingers = [1n, 2n] as const
/** A phone with an empty clipboard does not answer. */
const clipboardMs = 800
const deviceMessage = { clipboard: 0, acknowledged: 1 } as const
const uint32 = 4
const uint64 = 8

/** scrcpy's control socket, without video: points are then pixels of the screen in its present rotation. */
export class ScrcpyControl {
  readonly #session: ScrcpySession
  readonly #writer: ScrcpyControlMessageWriter
  readonly #clipboardListeners: ((text: string) => void)[]

  static async open(server: ScrcpyServer): Promise<ScrcpyControl> {
    const listeners: ((text: string) => void)[] = []
    const ignore = { close: () => {}, error: () => {} }
    const session = await server.start(
      // The phone's name would arrive where messages are expected.
      { video: false, control: true, sendDeviceMeta: false },
      ({ deviceMessageParsers }) => {
        deviceMessageParsers.add({
          ...ignore,
          id: deviceMessage.clipboard,
          parse: async (_, stream) => {
            const text = await readText(stream)
            for (const listener of listeners.splice(0)) listener(text)
          },
        })
        const parse = async (_: number, stream: AsyncExactReadable) => void (await stream.readExactly(uint64))
        deviceMessageParsers.add({ ...ignore, id: deviceMessage.acknowledged, parse })
      },
    )
    return new ScrcpyControl(session, listeners)
  }

  private constructor(session: ScrcpySession, listeners: ((text: string) => void)[]) {
    this.#session = session
    this.#clipboardListeners = listeners
    if (!session.controller) throw new Error('scrcpy: no control socket')
    this.#writer = session.controller
    session.output.cancel().catch(() => undefined)
  }

  /** Resolves when the phone has ended it. */
  get ended(): Promise<unknown> {
    return this.#session.exited.catch(() => undefined)
  }

  touch(step: TouchStep, { x, y }: Pixel, { width, height }: ScreenSize, pointerId = finger): Promise<void> {
    return this.#writer.injectTouch({
      action: actions[step],
      pointerId,
      pointerX: Math.round(x),
      pointerY: Math.round(y),
      videoWidth: width,
      videoHeight: height,
      pressure: step === 'touchUp' ? 0 : 1,
      actionButton: 0,
      buttons: 0,
    })
  }

  play(paths: readonly FingerPath[], size: ScreenSize): Promise<void> {
    return playPaths(paths, (step, at, index) =>
      this.touch(step, at, size, paths.length > 1 ? fingers[index] : finger),
    )
  }

  /** Types characters of the phone's own key map, up to 300. */
  injectText(text: string): Promise<void> {
    return this.#writer.injectText(text)
  }

  async pressKey(keyCode: number): Promise<void> {
    const key = { keyCode: keyCode as AndroidKeyCode, repeat: 0, metaState: AndroidKeyEventMeta.None }
    await this.#writer.injectKeyCode({ ...key, action: AndroidKeyEventAction.Down })
    await this.#writer.injectKeyCode({ ...key, action: AndroidKeyEventAction.Up })
  }

  rotate(): Promise<void> {
    return this.#writer.rotateDevice()
  }

  /** paste: also inserts it at the cursor, which types any language. */
  setClipboard(text: string, { paste }: { paste: boolean }): Promise<void> {
    const words = Buffer.from(text)
    const head = Buffer.alloc(1 + uint64 + 1 + uint32)
    head.writeUInt8(ScrcpyControlMessageType.SetClipboard)
    head.writeUInt8(paste ? 1 : 0, 1 + uint64)
    head.writeUInt32BE(words.length, 1 + uint64 + 1)
    return this.#writer.write(Buffer.concat([head, words]))
  }

  /** Empty when it contains no text. */
  async readClipboard(): Promise<string> {
    const answer = new Promise<string>((resolve) => {
      this.#clipboardListeners.push(resolve)
      setTimeout(() => resolve(''), clipboardMs)
    })
    await this.#writer.write(Buffer.from([ScrcpyControlMessageType.GetClipboard, 0]))
    return answer
  }

  async close(): Promise<void> {
    await this.#writer.close().catch(() => undefined)
    await this.#session.close().catch(() => undefined)
  }
}

async function readText(stream: AsyncExactReadable): Promise<string> {
  const length = Buffer.from(await stream.readExactly(uint32)).readUInt32BE()
  return Buffer.from(await stream.readExactly(length)).toString('utf8')
}
