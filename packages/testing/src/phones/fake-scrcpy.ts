import type { DaemonStream } from './daemon-stream.ts'
import type { Answer, FakePhone } from './fake-phone.ts'
import { FrameQueue } from './frame-queue.ts'

export interface FakeTouch {
  /** 0 down, 1 up, 2 move. */
  action: number
  pointer: bigint
  x: number
  y: number
  width: number
  height: number
}

interface FakeWheel {
  x: number
  y: number
  /** Notches to the right and up. */
  right: number
  up: number
}

interface FakeKeyboard {
  name: string
  /** Of its reports. */
  descriptor: Buffer
}

export interface FakePicture {
  bytes: Buffer
  /** config: parameter sets; key: a key frame. */
  kind: 'config' | 'key' | 'delta'
}

/** Of 3.x; 4.x has another flag before them. */
const flags = { config: 1n << 63n, key: 1n << 62n, delta: 0n } as const
const sessionFlag = 0x80000000
const codecH264 = 0x68323634
const audioCodecs: Record<string, number> = { opus: 0x6f707573, raw: 0x00726177 }
/** Of those that are used here. */
const knownOptions = [
  ...['scid', 'video', 'audio', 'control', 'tunnel_forward', 'send_device_meta', 'cleanup'],
  ...['clipboard_autosync', 'max_size', 'max_fps', 'video_bit_rate', 'video_codec_options'],
  ...['downsize_on_error', 'display_id', 'audio_codec', 'power_on'],
  'stay_awake',
  // Since 4.0.
  'keep_active',
]
const lengths = { key: 13, touch: 31, scroll: 20, byte: 1 } as const

export interface FakeSound {
  /** Of the codec that was asked for; each again and again. */
  pieces: readonly Buffer[]
  /** Duration of a piece. */
  pieceMs: number
}

type Kind = 'video' | 'audio' | 'control'
const kinds: readonly Kind[] = ['video', 'audio', 'control']

/**
 * scrcpy's server on a fake phone, with the wire protocol of its documentation and source (versions 3.0 to 4.1): started
 * by app_process with its version first, it listens on an abstract socket, sends a byte, its name and the encoded
 * screen, and reads control messages. Received messages are recorded.
 */
export class FakeScrcpy {
  readonly version: string
  clipboard = ''
  pasted = ''
  /** Characters that were injected as keys; a key by its code is [66]. */
  typed = ''
  rotations = 0
  resets = 0
  /** Sessions that run now. */
  sessions = 0
  /** Those whose program was ended before their sockets. */
  killed = 0
  readonly touches = new FrameQueue<FakeTouch>()
  readonly wheels = new FrameQueue<FakeWheel>()
  /** Those that are plugged in, by their ids; a session that ends plugs its own out. */
  readonly keyboards = new Map<number, FakeKeyboard>()
  /** What keyboards reported, in hex. */
  readonly reports = new FrameQueue<string>()
  /** Android lets it add no keyboard, which ends its control. */
  refusesKeyboards = false
  /** Text that is selected, and copied by the key for it. */
  selected = ''
  /** As without “USB debugging (Security settings)”. */
  refusesInput = false
  /** Touches that were meant for another size of the video. */
  dropped = 0
  /** Sessions that keep the phone awake, and undo that at their end. */
  awake = 0
  /** Its panel was turned off. */
  isDark = false
  /** Of the video, which is all that touches know of the screen then. */
  size = { width: 160, height: 320 }
  /** What its videos send as their codec: 0 for none, 1 for an encoder that failed. */
  codec = codecH264
  /** The frames of a new session; a reset restarts them. */
  pictures: FakePicture[] = []
  /** Interval between two frames, ms. */
  gapMs = 5
  /** After the last frame the first one follows again. */
  isEndless = false
  /** What it plays, by the codec that is asked for. */
  sounds: Record<string, FakeSound> = {}
  /** Sounds that are captured now. */
  captures = 0
  /** Takes the place of the codec of a sound: 0 if Android refuses it, 1 for an encoder that failed. */
  soundCodec: number | undefined
  /** What it writes to its log instead of capturing a sound. */
  soundComplaint = ''
  /** The bytes of a piece on the wire. */
  preparedSound = (head: Buffer, piece: Buffer): Buffer => Buffer.concat([head, piece])
  /** Its name in the log. */
  encoder = 'c2.qti.avc.encoder'
  /** Its encoder only starts without options. */
  refusesCodecOptions = false
  /** The packets of a frame. */
  prepared: (picture: FakePicture) => Buffer = ({ bytes }) => bytes
  /** How often each video was started. */
  readonly #videos = new Map<DaemonStream, number>()
  /** 4.x tells each new size in a packet of its own. */
  readonly #hasSessions: boolean
  readonly #mostWheel: number
  /** Before 3.1, keyboards had no ids of their makers. */
  readonly #makerBytes: number
  readonly #outputs = new Set<DaemonStream>()
  readonly #sounding = new Set<DaemonStream>()

  constructor(version = '3.1') {
    this.version = version
    this.#hasSessions = !version.startsWith('3.')
    this.#makerBytes = /^3\.0(\.|$)/.test(version) ? 0 : 4
    this.#mostWheel = /^3\.([0-2](\.|$)|3(\.0)?$)/.test(version) ? 1 : 16
  }

  /** The answer to `CLASSPATH=… app_process / com.genymobile.scrcpy.Server VERSION KEY=VALUE …`. */
  start(line: string, phone: FakePhone): Answer {
    const [, words = ''] = /scrcpy\.Server (.*)$/.exec(line) ?? []
    const [client = '', ...options] = words.replace(' 2>&1', '').split(' ')
    if (client !== this.version)
      return `[server] ERROR: The server version (${this.version}) does not match the client (${client})\n`
    const values = new Map(options.map((option) => option.split('=', 2) as [string, string]))
    // Its helper for the end of a session deletes the file that it was started from.
    const [, file = ''] = /^CLASSPATH=(\S+)/.exec(line) ?? []
    if (!phone.files.has(file)) return 'Aborted: java.lang.ClassNotFoundException\n'
    if (values.get('cleanup') === 'true') phone.files.delete(file)
    return { run: (output) => this.#run(values, phone, output) }
  }

  /** The servers of its sounds end, as when Android ends them. */
  endSounds(): void {
    for (const output of this.#sounding) output.end().catch(() => undefined)
  }

  /** The screen changes: running videos get these frames. */
  async show(pictures: FakePicture[]): Promise<void> {
    for (const stream of this.#videos.keys())
      for (const picture of pictures) await this.#send(stream, picture, 0)
  }

  /** The phone is rotated: its encoder starts again with these frames. */
  async turn(size: { width: number; height: number }, pictures: FakePicture[]): Promise<void> {
    this.size = size
    this.pictures = pictures
    for (const stream of this.#videos.keys()) await this.#play(stream)
  }

  async #run(values: Map<string, string>, phone: FakePhone, output: DaemonStream): Promise<void> {
    const wanted = kinds.filter((kind) => values.get(kind) !== 'false')
    const name = `scrcpy_${values.get('scid')}`
    const streams: DaemonStream[] = []
    this.sessions++
    this.#outputs.add(output)
    phone.listeners.set(name, (stream) => {
      streams.push(stream)
      if (streams.length === 1) stream.write(Buffer.from([0])).catch(() => undefined)
      stream.ended.then(() => output.end()).catch(() => undefined)
      if (streams.length < wanted.length) return
      phone.listeners.delete(name)
      // It only begins when all are connected.
      for (const [index, kind] of wanted.entries()) {
        const own = streams[index]
        if (own) this.#serve({ kind, values, output, isFirst: index === 0 }, own).catch(() => undefined)
      }
    })
    await output.write('[server] INFO: Device: [Xiaomi] Xiaomi 2201123C (Android 13)\n')
    for (const option of values.keys())
      if (!knownOptions.includes(option) || (option === 'keep_active' && !this.#hasSessions))
        await output.write(`[server] WARN: Unknown server option: ${option}\n`)
    if (wanted.includes('video'))
      await output.write(`[server] DEBUG: Using video encoder: '${this.encoder}'\n`)
    const keepsAwake =
      values.get('keep_active') === 'true' ||
      (values.get('stay_awake') === 'true' && values.get('cleanup') === 'true')
    if (keepsAwake) this.awake++
    await output.ended
    this.sessions--
    if (keepsAwake) this.awake--
    if (streams.every(({ hasEnded }) => !hasEnded)) this.killed++
    this.#outputs.delete(output)
    if (values.get('cleanup') === 'true') this.isDark = false
    phone.listeners.delete(name)
    for (const stream of streams) await stream.end()
  }

  async #serve(
    {
      kind,
      values,
      output,
      isFirst,
    }: { kind: Kind; values: Map<string, string>; output: DaemonStream; isFirst: boolean },
    stream: DaemonStream,
  ): Promise<void> {
    if (isFirst && values.get('send_device_meta') !== 'false')
      await stream.write(Buffer.from('Fake'.padEnd(64, '\0')))
    if (kind === 'audio') return this.#capture(values.get('audio_codec') ?? 'opus', stream, output)
    if (kind === 'control') return this.#listen(stream, values.get('video') !== 'false')
    const codec = Buffer.alloc(4)
    codec.writeUInt32BE(this.codec)
    await stream.write(codec)
    if (this.codec !== codecH264) return stream.end()
    if (!this.#hasSessions) await stream.write(this.#sizeBytes())
    if (this.refusesCodecOptions && values.has('video_codec_options')) return stream.end()
    try {
      await this.#play(stream)
      await stream.ended
    } finally {
      this.#videos.delete(stream)
    }
  }

  async #capture(codec: string, stream: DaemonStream, output: DaemonStream): Promise<void> {
    const id = Buffer.alloc(4)
    if (this.soundComplaint) await output.write(this.soundComplaint)
    id.writeUInt32BE(this.soundCodec ?? (this.sounds[codec] ? (audioCodecs[codec] ?? 0) : 1))
    await stream.write(id)
    const sound = this.sounds[codec]
    if (!sound || this.soundCodec !== undefined) return stream.end()
    this.captures++
    this.#sounding.add(output)
    try {
      const began = performance.now()
      for (let index = 0; !stream.hasEnded && sound.pieces.length > 0; index++) {
        const piece = sound.pieces[index % sound.pieces.length] ?? Buffer.alloc(0)
        const head = Buffer.alloc(12)
        head.writeBigUInt64BE(BigInt(Math.round(index * sound.pieceMs * 1000)))
        head.writeUInt32BE(piece.length, 8)
        await stream.write(this.preparedSound(head, piece))
        const due = began + (index + 1) * sound.pieceMs
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
      }
    } finally {
      this.captures--
      this.#sounding.delete(output)
    }
  }

  async #play(stream: DaemonStream): Promise<void> {
    const turn = (this.#videos.get(stream) ?? 0) + 1
    this.#videos.set(stream, turn)
    let due = performance.now()
    if (this.#hasSessions) await this.#startSession(stream)
    for (let index = 0; index < this.pictures.length || this.isEndless; index++) {
      const picture = this.pictures[index % this.pictures.length]
      if (!picture || this.#videos.get(stream) !== turn) return
      await this.#send(stream, picture, index * 33_000)
      if (stream.hasEnded) return
      if (picture.kind === 'config') continue
      // At an even pace, as far as the reader follows.
      due = Math.max(due + this.gapMs, performance.now() - this.gapMs)
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    }
  }

  async #send(stream: DaemonStream, picture: FakePicture, time: number): Promise<void> {
    const bytes = this.prepared(picture)
    const head = Buffer.alloc(12)
    const flag = flags[picture.kind] >> (this.#hasSessions ? 1n : 0n)
    head.writeBigUInt64BE(picture.kind === 'config' ? flag : flag | BigInt(time))
    head.writeUInt32BE(bytes.length, 8)
    await stream.write(Buffer.concat([head, bytes]))
  }

  async #startSession(stream: DaemonStream): Promise<void> {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(sessionFlag)
    await stream.write(Buffer.concat([head, this.#sizeBytes()]))
  }

  #complain(): void {
    const words = `[server] ERROR: Could not invoke method
java.lang.reflect.InvocationTargetException
Caused by: java.lang.SecurityException: Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.
`
    for (const output of this.#outputs) output.write(words).catch(() => undefined)
  }

  #sizeBytes(): Buffer {
    const bytes = Buffer.alloc(8)
    bytes.writeUInt32BE(this.size.width)
    bytes.writeUInt32BE(this.size.height, 4)
    return bytes
  }

  #takeTouch(touch: FakeTouch, hasVideo: boolean): void {
    const { width, height } = this.size
    if (this.refusesInput) this.#complain()
    else if (hasVideo && (touch.width !== width || touch.height !== height)) this.dropped++
    else this.touches.put(touch)
  }

  async #plugIn(stream: DaemonStream, plugged: Set<number>): Promise<void> {
    const id = (await stream.read(2)).readUInt16BE()
    await stream.read(this.#makerBytes)
    const name = (await stream.read((await stream.read(1)).readUInt8())).toString()
    const descriptor = await stream.read((await stream.read(2)).readUInt16BE())
    if (this.refusesKeyboards) throw new Error('fake scrcpy: java.io.IOException: EACCES')
    plugged.add(id)
    this.keyboards.set(id, { name, descriptor })
    // It tells its lights.
    await stream.write(Buffer.from([2, 0, id, 0, 1, 0]))
  }

  async #takeReport(stream: DaemonStream): Promise<void> {
    const head = await stream.read(4)
    const report = await stream.read(head.readUInt16BE(2))
    if (this.keyboards.has(head.readUInt16BE())) this.reports.put(report.toString('hex'))
  }

  async #listen(stream: DaemonStream, hasVideo: boolean): Promise<void> {
    const plugged = new Set<number>()
    try {
      await this.#takeMessages(stream, hasVideo, plugged)
    } finally {
      for (const id of plugged) this.keyboards.delete(id)
      await stream.end()
    }
  }

  async #takeMessages(stream: DaemonStream, hasVideo: boolean, plugged: Set<number>): Promise<void> {
    const messages: Record<number, () => unknown> = {
      0: () => this.#takeTyping(0, stream),
      1: () => this.#takeTyping(1, stream),
      2: async () => this.#takeTouch(parseTouch(await stream.read(lengths.touch)), hasVideo),
      3: async () => this.wheels.put(parseWheel(await stream.read(lengths.scroll), this.#mostWheel)),
      8: () => this.#tellClipboard(stream),
      9: () => this.#takeClipboard(stream),
      10: async () => {
        this.isDark = (await stream.read(lengths.byte))[0] === 0
      },
      11: () => this.rotations++,
      12: () => this.#plugIn(stream, plugged),
      13: () => this.#takeReport(stream),
      14: async () => this.keyboards.delete((await stream.read(2)).readUInt16BE()),
      17: () => this.#reset(),
    }
    for (;;) {
      const [type = -1] = await stream.read(1)
      const take = messages[type]
      if (!take) throw new Error(`fake scrcpy: message ${type} is not known`)
      await take()
    }
  }

  #reset(): void {
    this.resets++
    for (const video of this.#videos.keys()) this.#play(video).catch(() => undefined)
  }

  async #takeTyping(type: 0 | 1, stream: DaemonStream): Promise<void> {
    if (type === 1) this.typed += (await stream.read((await stream.read(4)).readUInt32BE())).toString()
    else {
      const key = await stream.read(lengths.key)
      if (key.readUInt8(0) === 0) this.typed += `[${key.readUInt32BE(1)}]`
    }
  }

  async #tellClipboard(stream: DaemonStream): Promise<void> {
    const [copies] = await stream.read(lengths.byte)
    if (copies && this.selected) this.clipboard = this.selected
    const words = Buffer.from(this.clipboard)
    const head = Buffer.alloc(5)
    head.writeUInt32BE(words.length, 1)
    if (words.length) await stream.write(Buffer.concat([head, words]))
  }

  async #takeClipboard(stream: DaemonStream): Promise<void> {
    const head = await stream.read(13)
    this.clipboard = (await stream.read(head.readUInt32BE(9))).toString()
    if (head[8]) this.pasted += this.clipboard
    if (head.readBigUInt64BE()) await stream.write(Buffer.concat([Buffer.from([1]), head.subarray(0, 8)]))
  }
}

const parseWheel = (bytes: Buffer, most: number): FakeWheel => ({
  x: bytes.readInt32BE(0),
  y: bytes.readInt32BE(4),
  right: toNotches(bytes.readInt16BE(12), most),
  up: toNotches(bytes.readInt16BE(14), most),
})
/** 16 bits of fixed point; the largest stands for all. */
const toNotches = (value: number, most: number) => (value === 0x7fff ? 1 : value / 0x8000) * most

const parseTouch = (bytes: Buffer): FakeTouch => ({
  action: bytes.readUInt8(0),
  pointer: bytes.readBigInt64BE(1),
  x: bytes.readInt32BE(9),
  y: bytes.readInt32BE(13),
  width: bytes.readUInt16BE(17),
  height: bytes.readUInt16BE(19),
})
