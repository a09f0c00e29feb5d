import { createCanvas } from '@napi-rs/canvas'
import { WebSocket } from 'ws'
import { deviceSocketPath } from '../../packages/contract/src/phone-api.ts'
import { phoneSocketVersion } from '../../packages/contract/src/phone-socket.ts'
import { encodeScreenFrame } from '../../packages/contract/src/screen-frame.ts'

/** Size of the frames, as for a tile of a wall. */
const width = 180
const height = 320
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

/** Frames with a gradient, texts and something that moves, drawn once for all phones. */
function drawPictures(): Buffer[] {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  return Array.from({ length: different }, (_, at) => {
    const sky = pen.createLinearGradient(0, 0, 0, height)
    sky.addColorStop(0, `hsl(${at * 9} 60% 40%)`)
    sky.addColorStop(1, '#f2e3c9')
    pen.fillStyle = sky
    pen.fillRect(0, 0, width, height)
    pen.fillStyle = '#fff'
    for (let line = 0; line < 9; line += 1)
      pen.fillRect(12, 40 + line * 26, 60 + ((line * 37 + at * 11) % 96), 10)
    pen.fillStyle = '#1677ff'
    pen.fillRect((at * 9) % (width - 40), 250, 40, 40)
    return canvas.toBuffer('image/jpeg', 35)
  })
}

interface Order {
  action: string
  setting?: { screen_img_delay?: string }
}

interface PhoneInfo {
  pictures: readonly Buffer[]
  index: number
  onInput: () => void
}

class PicturePhone {
  readonly #socket: WebSocket
  readonly #pictures: readonly Buffer[]
  readonly #index: number
  readonly #onInput: () => void
  #timer: NodeJS.Timeout | undefined
  #sequence = 0
  #unanswered = 0
  /** Undefined: the screen changes continuously. */
  picture: number | undefined

  constructor(socket: WebSocket, { pictures, index, onInput }: PhoneInfo) {
    this.#socket = socket
    this.#pictures = pictures
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
    clearInterval(this.#timer)
    this.#socket.terminate()
  }

  #obey(order: Order): void {
    if (order.action === 'ping') this.#send({ action: 'pong' })
    else if (order.action === 'registered') this.#send({ action: 'heartbeat', battery: 80, serviceOk: '1' })
    else if (order.action === 'frameTaken') this.#unanswered = Math.max(0, this.#unanswered - 1)
    else if (order.action === 'canvas_action') this.#onInput()
    else if (order.action === 'stopScreen') this.#pace(undefined)
    else if (order.action === 'startScreen') this.#pace(Number(order.setting?.screen_img_delay ?? 200))
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
    if (this.#unanswered >= maxUnanswered || this.#socket.readyState !== WebSocket.OPEN) return
    this.#sequence += 1
    this.#unanswered += 1
    const image = this.#pictures[(this.picture ?? this.#sequence + this.#index) % different] as Buffer
    const size = { width, height, screenWidth: 720, screenHeight: 1280 }
    this.#socket.send(encodeScreenFrame({ sequence: this.#sequence, capturedAt: Date.now(), image, ...size }))
  }

  #send(frame: object): void {
    this.#socket.send(JSON.stringify(frame))
  }
}

/** Sockets that simulate phones: their screens change continuously, at the requested pace. */
export function startPicturePhones(address: string, tokens: readonly string[]): PicturePhones {
  const pictures = drawPictures()
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
