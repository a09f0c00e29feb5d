import {
  type AndroidKeyCode,
  AndroidKeyEventAction,
  AndroidKeyEventMeta,
  AndroidMotionEventAction,
  ScrcpyControlMessageType,
  type ScrcpyControlMessageWriter,
} from '@yume-chan/scrcpy'
import { BufferedReadableStream } from '@yume-chan/stream-extra'
import type { ScreenSize } from '../../device-driver.ts'
import { type FingerPath, type Pixel, playPaths, type TouchStep } from '../../finger-paths.ts'
import { keyboard, reportOf } from './hid-keyboard.ts'
import type { ScrcpySession } from './scrcpy-session.ts'

const actions = {
  touchDown: AndroidMotionEventAction.Down,
  touchMove: AndroidMotionEventAction.Move,
  touchUp: AndroidMotionEventAction.Up,
} as const
/** scrcpy's ids for a finger and the one beside it, and for those of whole gestures. */
const finger = -2n
export const secondFinger = -3n
const fingers = [1n, 2n] as const
/** A phone with an empty clipboard does not answer. */
const clipboardMs = 800
/** Presses the key for copying before the clipboard is read. */
const copyKey = 1
const deviceMessage = { clipboard: 0, acknowledged: 1, keyboard: 2 } as const
/** scrcpy's own limit of a clipboard is smaller. */
const longestMessage = 256 * 1024
const uint16 = 2
const uint32 = 4
const uint64 = 8

/**
 * scrcpy's control socket. With a video in the same session, points are pixels of the video, and `size` is its size.
 * Without one they are pixels of the screen in its present rotation.
 */
export class ScrcpyControl {
  /** Of the session's video, as the server told it last. */
  size: ScreenSize | undefined
  readonly #session: ScrcpySession
  readonly #writer: ScrcpyControlMessageWriter
  readonly #clipboardListeners: ((text: string) => void)[] = []
  /** Where fingers are. */
  readonly #down = new Map<bigint, { at: Pixel; size: ScreenSize }>()
  #hasEnded = false

  constructor(session: ScrcpySession) {
    this.#session = session
    if (!session.writer || !session.messages) throw new Error('scrcpy: no control socket')
    this.#writer = session.writer
    this.#readMessages(session.messages).catch(() => undefined)
    session.ended
      .then(() => {
        this.#hasEnded = true
      })
      .catch(() => undefined)
  }

  /** Resolves when the phone has ended it. */
  get ended(): Promise<void> {
    return this.#session.ended
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get isTouched(): boolean {
    return this.#down.size > 0
  }

  touch(step: TouchStep, at: Pixel, size: ScreenSize, pointerId = finger): Promise<void> {
    if (step === 'touchUp') this.#down.delete(pointerId)
    else this.#down.set(pointerId, { at, size })
    return this.#writer.injectTouch({
      action: actions[step],
      pointerId,
      pointerX: Math.round(at.x),
      pointerY: Math.round(at.y),
      videoWidth: size.width,
      videoHeight: size.height,
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

  async pressKey(keyCode: number): Promise<void> {
    const key = { keyCode: keyCode as AndroidKeyCode, repeat: 0, metaState: AndroidKeyEventMeta.None }
    await this.#writer.injectKeyCode({ ...key, action: AndroidKeyEventAction.Down })
    await this.#writer.injectKeyCode({ ...key, action: AndroidKeyEventAction.Up })
  }

  /** The panel; the phone goes on working while it is dark. */
  setDisplay(isOn: boolean): Promise<void> {
    return this.#writer.write(Buffer.from([ScrcpyControlMessageType.SetDisplayPower, isOn ? 1 : 0]))
  }

  plugKeyboardIn(): Promise<void> {
    const { id, name, descriptor } = keyboard
    return this.#writer.uHidCreate({ id, vendorId: 0, productId: 0, name, data: descriptor })
  }

  holdKeys(codes: readonly string[]): Promise<void> {
    return this.#writer.uHidInput({ id: keyboard.id, data: reportOf(codes) })
  }

  /** Its keys are released first: not every Android does that by itself. */
  async unplugKeyboard(): Promise<void> {
    await this.holdKeys([])
    await this.#writer.uHidDestroy(keyboard.id)
  }

  rotate(): Promise<void> {
    return this.#writer.rotateDevice()
  }

  /** The phone encodes a key frame. */
  resetVideo(): Promise<void> {
    return this.#writer.resetVideo()
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

  /** Turns a mouse wheel at this point; 1 is one notch, up and to the right. */
  async turnWheel(at: Pixel, size: ScreenSize, turn: { x: number; y: number }): Promise<void> {
    const most = this.#session.wire.mostWheel
    const messages = Math.ceil(Math.max(Math.abs(turn.x), Math.abs(turn.y)) / most)
    for (let index = 0; index < messages; index++)
      await this.#writer.injectScroll({
        pointerX: Math.round(at.x),
        pointerY: Math.round(at.y),
        videoWidth: size.width,
        videoHeight: size.height,
        scrollX: turn.x / messages,
        scrollY: turn.y / messages,
        buttons: 0,
      })
  }

  /** Empty when it contains no text. copies: what is selected is copied first. */
  async readClipboard({ copies = false } = {}): Promise<string> {
    const answer = new Promise<string>((resolve) => {
      this.#clipboardListeners.push(resolve)
      setTimeout(() => resolve(''), clipboardMs)
    })
    await this.#writer.write(Buffer.from([ScrcpyControlMessageType.GetClipboard, copies ? copyKey : 0]))
    return answer
  }

  /** Lifts all fingers first: Android would keep them on the screen. */
  async close(): Promise<void> {
    for (const [pointer, { at, size }] of [...this.#down])
      this.touch('touchUp', at, size, pointer).catch(() => undefined)
    await this.#session.close()
  }

  /** Until the socket ends. An unknown message has no known length, so none after it can be read. */
  async #readMessages(messages: NonNullable<ScrcpySession['messages']>): Promise<void> {
    const stream = new BufferedReadableStream(messages)
    const read = async (length: number) => Buffer.from(await stream.readExactly(length))
    try {
      for (;;) {
        const type = (await read(1)).readUInt8()
        if (type === deviceMessage.clipboard) {
          const length = (await read(uint32)).readUInt32BE()
          if (length > longestMessage) return
          const text = (await read(length)).toString('utf8')
          for (const listener of this.#clipboardListeners.splice(0)) listener(text)
        } else if (type === deviceMessage.acknowledged) await read(uint64)
        else if (type === deviceMessage.keyboard) {
          await read(uint16)
          await read((await read(uint16)).readUInt16BE())
        } else return
      }
    } finally {
      await stream.cancel()
    }
  }
}
