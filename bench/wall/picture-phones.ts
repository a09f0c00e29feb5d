import { createCanvas } from '@napi-rs/canvas'
import { WebSocket } from 'ws'
import { deviceSocketPath } from '../../packages/contract/src/phone-api.ts'
import { phoneSocketVersion } from '../../packages/contract/src/phone-socket.ts'
import { encodeScreenFrame } from '../../packages/contract/src/screen-frame.ts'

const screen = { width: 720, height: 1280 }
const different = 40
const maxUnanswered = 2

export interface PicturePhones {
  /** Time at which each input reached each phone; ms. */
  inputs: { at: number; phone: number }[]
  count: number
  watched(): number
  /** From now on all phones, or one of them, show only this frame, at the requested pace. */
  showAll(picture: number): void
  show(phone: number, picture: number): void
  close(): void
}

interface Pictures {
  width: number
  height: number
  images: readonly Buffer[]
}

/** Frames with a gradient, texts and something that moves. `scale`: percent of the screen. */
function drawPictures(scale: number, quality: number): Pictures {
  const width = Math.round((screen.width * scale) / 100)
  const height = Math.round((screen.height * scale) / 100)
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  pen.scale(scale / 100, scale / 100)
  const images = Array.from({ length: different }, (_, at) => {
    const sky = pen.createLinearGradient(0, 0, 0, screen.height)
    sky.addColorStop(0, `hsl(${at * 9} 60% 40%)`)
    sky.addColorStop(1, '#f2e3c9')
    pen.fillStyle = sky
    pen.fillRect(0, 0, screen.width, screen.height)
    pen.fillStyle = '#fff'
    for (let line = 0; line < 9; line += 1)
      pen.fillRect(48, 160 + line * 104, 240 + ((line * 148 + at * 44) % 384), 40)
    pen.fillStyle = '#1677ff'
    pen.fillRect((at * 36) % (screen.width - 160), 1000, 160, 160)
    return canvas.toBuffer('image/jpeg', quality)
  })
  return { width, height, images }
}

/** Drawn once for all phones that are asked for the same size and quality. */
function pictureStore() {
  const drawn = new Map<string, Pictures>()
  return (scale: number, quality: number): Pictures => {
    const key = `${scale} ${quality}`
    const pictures = drawn.get(key) ?? drawPictures(scale, quality)
    drawn.set(key, pictures)
    return pictures
  }
}

interface Setting {
  screen_img_delay?: string
  screen_scale?: string
  screen_img_quality?: string
}

interface Order {
  action: string
  heartbeatSeconds?: number
  setting?: Setting
}

interface PhoneInfo {
  pictures: (scale: number, quality: number) => Pictures
  index: number
  onInput: () => void
}

class PicturePhone {
  readonly #socket: WebSocket
  readonly #draw: PhoneInfo['pictures']
  readonly #index: number
  readonly #onInput: () => void
  #pictures: Pictures | undefined
  #heart: NodeJS.Timeout | undefined
  #timer: NodeJS.Timeout | undefined
  #sequence = 0
  #unanswered = 0
  /** Undefined: the screen changes continuously. */
  picture: number | undefined

  constructor(socket: WebSocket, { pictures, index, onInput }: PhoneInfo) {
    this.#socket = socket
    this.#draw = pictures
    this.#index = index
    this.#onInput = onInput
    socket.on('open', () => this.#send({ action: 'register', version: phoneSocketVersion }))
    socket.on('message', (data: Buffer) => this.#obey(JSON.parse(data.toString()) as Order))
    socket.on('error', () => {})
  }

  get isWatched(): boolean {
    return this.#timer !== undefined
  }

  close(): void {
    clearInterval(this.#heart)
    clearInterval(this.#timer)
    this.#socket.terminate()
  }

  #obey(order: Order): void {
    if (order.action === 'ping') this.#send({ action: 'pong' })
    else if (order.action === 'registered') this.#beat(order.heartbeatSeconds ?? 10)
    else if (order.action === 'frameTaken') this.#unanswered = Math.max(0, this.#unanswered - 1)
    else if (order.action === 'canvas_action') this.#onInput()
    else if (order.action === 'stopScreen') this.#pace(undefined)
    else if (order.action === 'startScreen') this.#start(order.setting ?? {})
  }

  #beat(seconds: number): void {
    const beat = () => this.#send({ action: 'heartbeat', battery: 80, serviceOk: '1' })
    this.#heart = setInterval(beat, seconds * 1000)
    beat()
  }

  #start({ screen_img_delay = '200', screen_scale = '25', screen_img_quality = '35' }: Setting): void {
    this.#pictures = this.#draw(Number(screen_scale), Number(screen_img_quality))
    this.#pace(Number(screen_img_delay))
  }

  #pace(delayMs: number | undefined): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    if (delayMs === undefined) return
    this.#timer = setInterval(() => this.#show(), delayMs)
    // Like a real phone: a new request immediately gets the present screen.
    this.#show()
  }

  #show(): void {
    const pictures = this.#pictures
    if (!pictures || this.#unanswered >= maxUnanswered || this.#socket.readyState !== WebSocket.OPEN) return
    this.#sequence += 1
    this.#unanswered += 1
    const image = pictures.images[(this.picture ?? this.#sequence + this.#index) % different] as Buffer
    const { width, height } = pictures
    const size = { width, height, screenWidth: screen.width, screenHeight: screen.height }
    this.#socket.send(encodeScreenFrame({ sequence: this.#sequence, capturedAt: Date.now(), image, ...size }))
  }

  #send(frame: object): void {
    this.#socket.send(JSON.stringify(frame))
  }
}

/** Sockets that simulate phones: their screens change continuously, at the requested pace. */
export function startPicturePhones(address: string, tokens: readonly string[]): PicturePhones {
  const pictures = pictureStore()
  const inputs: PicturePhones['inputs'] = []
  const url = `${address.replace('http', 'ws')}${deviceSocketPath}?type=device`
  const phones = tokens.map((token, index) => {
    const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } })
    const onInput = () => inputs.push({ at: performance.now(), phone: index })
    return new PicturePhone(socket, { pictures, index, onInput })
  })
  return {
    inputs,
    count: phones.length,
    showAll: (picture) => {
      for (const phone of phones) phone.picture = picture
    },
    show: (index, picture) => {
      const phone = phones[index]
      if (phone) phone.picture = picture
    },
    watched: () => phones.filter((phone) => phone.isWatched).length,
    close: () => {
      for (const phone of phones) phone.close()
    },
  }
}
