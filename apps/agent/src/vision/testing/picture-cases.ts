import { type Canvas, createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { fontFamily, loadFonts } from '../../drivers/simulated/pictures/fonts.ts'

/** Part of a screen, in its pixels. */
interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface PictureCase {
  name: string
  /** PNG or JPEG in base64, and the width of the screen that it was cut out of. */
  picture: string
  pictureScreenWidth: number
  screen: Canvas
  /** Centre of the picture on the screen; undefined if it is absent. */
  expected: { x: number; y: number } | undefined
}

interface Look {
  width: number
  dark?: boolean
  /** Shifts everything by fractions of a pixel, as after scrolling. */
  scroll?: number
  /** Replaces this element by a similar one. */
  trap?: string
  /** Draws without this element. */
  without?: string
}

type Draw = (pen: SKRSContext2D, variant: number) => void

/** Numbers that look random and are the same in each run. */
function seeded(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state = (Math.imul(state ^ (state >>> 15), state | 1) + 0x6d2b79f5) | 0
    const mixed = state ^ (state + Math.imul(state ^ (state >>> 7), state | 61))
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Outlines in a square of 24 units; each drawn filled or stroked. */
const pointed: Draw[] = [
  (pen) => star(pen, 5),
  (pen) => star(pen, 6),
  (pen) => path(pen, [12, 20, 3, 11, 3, 6, 7, 3, 12, 7, 17, 3, 21, 6, 21, 11]),
  (pen) => path(pen, [4, 12, 14, 3, 14, 8, 21, 8, 21, 16, 14, 16, 14, 21]),
  (pen) => path(pen, [20, 12, 10, 3, 10, 8, 3, 8, 3, 16, 10, 16, 10, 21]),
  (pen) => path(pen, [5, 3, 20, 12, 5, 21]),
  (pen) => path(pen, [12, 3, 21, 11, 18, 11, 18, 21, 6, 21, 6, 11, 3, 11]),
  (pen) =>
    path(pen, [10, 3, 14, 3, 14, 10, 21, 10, 21, 14, 14, 14, 14, 21, 10, 21, 10, 14, 3, 14, 3, 10, 10, 10]),
  (pen) => path(pen, [3, 5, 21, 5, 21, 16, 12, 16, 8, 20, 8, 16, 3, 16]),
  (pen) => path(pen, [6, 10, 8, 5, 12, 3, 16, 5, 18, 10, 18, 16, 21, 18, 3, 18, 6, 16]),
  (pen) =>
    path(pen, [4, 20, 4, 12, 8, 12, 8, 20, 10, 20, 10, 4, 14, 4, 14, 20, 16, 20, 16, 9, 20, 9, 20, 20]),
  (pen) => path(pen, [5, 3, 15, 3, 19, 7, 19, 21, 5, 21]),
  (pen) => path(pen, [12, 2, 21, 12, 12, 22, 3, 12]),
  (pen) => path(pen, [3, 8, 8, 8, 10, 5, 14, 5, 16, 8, 21, 8, 21, 19, 3, 19]),
]

function path(pen: SKRSContext2D, points: number[]): void {
  pen.beginPath()
  for (let at = 0; at < points.length; at += 2) pen.lineTo(points[at] ?? 0, points[at + 1] ?? 0)
  pen.closePath()
}
function star(pen: SKRSContext2D, tips: number): void {
  const points = Array.from({ length: tips * 2 }, (_, at) => {
    const radius = at % 2 ? 4.5 : 10
    const angle = (Math.PI * at) / tips - Math.PI / 2
    return [12 + radius * Math.cos(angle), 12 + radius * Math.sin(angle)]
  })
  path(pen, points.flat())
}

/** Outlines with curves, for the set that no threshold was chosen with. */
const round: Draw[] = [
  (pen) => circles(pen, [12, 12, 9]),
  (pen) => circles(pen, [8, 12, 5], [16, 12, 5]),
  (pen) => circles(pen, [12, 7, 4], [12, 17, 5]),
  (pen) => {
    pen.beginPath()
    pen.arc(12, 12, 9, 0.6, 5.6)
    pen.arc(16, 12, 6, 5.2, 1, true)
    pen.closePath()
  },
  (pen) => {
    pen.beginPath()
    pen.moveTo(12, 20)
    pen.bezierCurveTo(-2, 10, 6, 0, 12, 7)
    pen.bezierCurveTo(18, 0, 26, 10, 12, 20)
  },
  (pen) => {
    pen.beginPath()
    pen.moveTo(12, 2)
    pen.quadraticCurveTo(22, 14, 12, 22)
    pen.quadraticCurveTo(2, 14, 12, 2)
  },
  (pen) => {
    pen.beginPath()
    pen.roundRect(3, 6, 18, 12, 5)
    pen.moveTo(15, 12)
    pen.arc(12, 12, 3, 0, 7)
  },
  (pen) => circles(pen, [12, 5, 3], [5, 17, 3], [19, 17, 3]),
  (pen) => {
    pen.beginPath()
    pen.moveTo(3, 18)
    pen.bezierCurveTo(8, -4, 14, 26, 21, 5)
    pen.lineTo(21, 20)
    pen.lineTo(3, 20)
    pen.closePath()
  },
  (pen) => {
    pen.beginPath()
    pen.ellipse(12, 9, 8, 6, 0, 0, 7)
    pen.rect(10, 14, 4, 8)
  },
  (pen) => star(pen, 9),
]

function circles(pen: SKRSContext2D, ...all: [number, number, number][]): void {
  pen.beginPath()
  for (const [x, y, radius] of all) {
    pen.moveTo(x + radius, y)
    pen.arc(x, y, radius, 0, 7)
  }
}

/** What a set of cases consists of. */
interface Drawings {
  /** Of the first case. */
  seed: number
  labels: string[]
  names: string[]
  lines: string[]
  glyphs: Draw[]
  widths: [number, number, number]
  background: { light: string; dark: string }
  /** Corner of an app's tile, and of a button. */
  corners: [number, number]
  /** Brightness of a darker and a brighter screen. */
  brightness: [number, number]
  /** Percent. */
  leastQuality: number
}

const tuned: Drawings = {
  seed: 0,
  labels: [
    '立即购买',
    '提交订单',
    '确认付款',
    '领取红包',
    '加入会员',
    '去签到',
    '再来一次',
    'Sign in',
    'Continue',
    'Follow',
    '免费试用',
    '查看详情',
  ],
  names: [
    '张伟',
    '李娜的小店',
    '客服中心',
    'Work group',
    '订单通知',
    '快递到了',
    '王芳',
    'Alice Chen',
    '健身打卡',
    '周末聚餐',
  ],
  lines: [
    '好的，明天上午十点见',
    '您的包裹已到达驿站',
    'See you at the station',
    '本周优惠券即将过期',
    '[图片]',
    '请查收附件中的合同',
    '系统将于今晚维护',
  ],
  glyphs: pointed,
  widths: [720, 1080, 1440],
  background: { light: '#f4f5f7', dark: '#121416' },
  corners: [14, 20],
  brightness: [0.8, 1.2],
  leastQuality: 30,
}

const heldOut: Drawings = {
  seed: 7000,
  labels: [
    '马上抢',
    '联系卖家',
    '加入购物车',
    'Download',
    'Try it free',
    '开始直播',
    '关注店铺',
    '一键登录',
    'Pay now',
  ],
  names: ['陈晓明', '小区物业', '王老师', 'Family', '银行助手', '外卖骑手', 'Bob Miller', '读书会', '刘洋'],
  lines: [
    '晚上一起吃饭吗',
    '验证码已发送',
    'Your parcel is here',
    '会议改到下午三点',
    '[语音] 12 秒',
    '账单已出',
  ],
  glyphs: round,
  widths: [828, 1080, 1220],
  background: { light: '#ffffff', dark: '#000000' },
  corners: [26, 6],
  brightness: [0.75, 1.25],
  leastQuality: 25,
}

/** Thresholds were chosen with the first set only. */
export const pictureSets = { tuned, heldOut }

class Scene {
  readonly boxes = new Map<string, Box>()
  readonly canvas: Canvas
  readonly #drawings: Drawings
  readonly #pen: SKRSContext2D
  readonly #look: Look
  readonly #random: () => number
  readonly #unit: number

  constructor(drawings: Drawings, seed: number, look: Look) {
    this.#drawings = drawings
    this.#look = look
    this.#random = seeded(seed)
    this.#unit = look.width / 360
    this.canvas = createCanvas(look.width, Math.round((look.width * 20) / 9))
    this.#pen = this.canvas.getContext('2d')
    this.#pen.scale(this.#unit, this.#unit)
    this.#pen.fillStyle = drawings.background[look.dark ? 'dark' : 'light']
    this.#pen.fillRect(0, 0, 360, 800)
    this.#pen.translate(0, look.scroll ?? 0)
    const parts = [
      () => this.#icons(90),
      () => this.#list(300),
      () => this.#photos(560),
      () => this.#buttons(690),
    ]
    for (const part of parts) part()
    this.#tabs(745)
    this.#text('09:41', 24, 40, { size: 14 })
  }

  /** Draws an element, its replacement, or nothing. */
  #element(name: string, box: Box, draw: (pen: SKRSContext2D, isTrap: boolean) => void): void {
    const unit = this.#unit
    const y = box.y + (this.#look.scroll ?? 0)
    const round = (value: number) => Math.round(value * unit)
    this.boxes.set(name, {
      x: round(box.x),
      y: round(y),
      width: round(box.width),
      height: round(box.height),
    })
    if (this.#look.without === name) return
    this.#pen.save()
    this.#pen.translate(box.x, box.y)
    draw(this.#pen, this.#look.trap === name)
    this.#pen.restore()
  }

  /** App icons: a coloured tile with a white sign; in a dark look they remain. */
  #icons(top: number): void {
    const { glyphs, names, corners } = this.#drawings
    const first = Math.floor(this.#random() * glyphs.length)
    const hue = Math.floor(this.#random() * 360)
    for (let at = 0; at < 8; at += 1) {
      const x = 24 + (at % 4) * 84
      const y = top + Math.floor(at / 4) * 92
      const trapHue = this.#random() > 0.5
      const box = { x: x - 2, y: y - 2, width: 60, height: 60 }
      this.#element(`icon ${at}`, box, (pen, isTrap) => {
        const tone = (hue + at * 45 + (isTrap && trapHue ? 150 : 0)) % 360
        const fill = pen.createLinearGradient(0, 0, 56, 56)
        fill.addColorStop(0, `hsl(${tone}, 70%, 58%)`)
        fill.addColorStop(1, `hsl(${tone + 20}, 80%, 42%)`)
        pen.fillStyle = fill
        pen.beginPath()
        pen.roundRect(2, 2, 56, 56, corners[0])
        pen.fill()
        pen.translate(12, 12)
        pen.scale(1.5, 1.5)
        pen.fillStyle = '#ffffff'
        const shape = (first + at + (isTrap && !trapHue ? 3 : 0)) % glyphs.length
        glyphs[shape]?.(pen, 0)
        pen.fill()
      })
      this.#text(names[(first + at) % names.length] ?? '', x + 2, y + 72, { size: 11 })
    }
  }

  #list(top: number): void {
    const { names, lines } = this.#drawings
    const first = Math.floor(this.#random() * names.length)
    for (let at = 0; at < 4; at += 1) {
      const y = top + at * 62
      const name = names[(first + at) % names.length] ?? ''
      const other = names[(first + at + 5) % names.length] ?? ''
      this.#element(`name ${at}`, { x: 70, y: y + 4, width: 90, height: 26 }, (_, isTrap) =>
        this.#text(isTrap ? other : name, 4, 19, { size: 16 }),
      )
      this.#element(`avatar ${at}`, { x: 16, y: y + 2, width: 46, height: 46 }, (pen, isTrap) => {
        pen.fillStyle = `hsl(${(first * 70 + at * 90) % 360}, 55%, 55%)`
        pen.beginPath()
        pen.arc(23, 23, 21, 0, 7)
        pen.fill()
        this.#text((isTrap ? other : name).slice(0, 1), 14, 30, { size: 18, color: '#ffffff' })
      })
      this.#text(lines[(first + at) % lines.length] ?? '', 74, y + 44, { size: 12, color: '#8a8f98' })
      this.#pen.fillStyle = this.#look.dark ? '#26292d' : '#e3e5e9'
      this.#pen.fillRect(70, y + 56, 290, 0.7)
    }
  }

  #photos(top: number): void {
    const tone = this.#random() * 360
    for (let at = 0; at < 3; at += 1) {
      const spots = Array.from({ length: 7 }, () => [this.#random(), this.#random(), this.#random()])
      const others = Array.from({ length: 7 }, () => [this.#random(), this.#random(), this.#random()])
      this.#element(`photo ${at}`, { x: 16 + at * 112, y: top, width: 104, height: 104 }, (pen, isTrap) => {
        const sky = pen.createLinearGradient(0, 0, 30, 104)
        sky.addColorStop(0, `hsl(${tone + at * 60}, 60%, 70%)`)
        sky.addColorStop(1, `hsl(${tone + at * 60 + 80}, 50%, 30%)`)
        pen.fillStyle = sky
        pen.fillRect(0, 0, 104, 104)
        for (const [x = 0, y = 0, size = 0] of isTrap ? others : spots) {
          pen.fillStyle = `hsla(${tone + size * 200}, 60%, ${30 + size * 50}%, 0.6)`
          pen.beginPath()
          pen.ellipse(x * 104, 40 + y * 64, 8 + size * 26, 6 + size * 14, size * 3, 0, 7)
          pen.save()
          pen.clip()
          pen.fillRect(0, 0, 104, 104)
          pen.restore()
        }
      })
    }
  }

  #buttons(top: number): void {
    const { labels, corners } = this.#drawings
    const first = Math.floor(this.#random() * labels.length)
    const hue = this.#random() * 360
    for (let at = 0; at < 2; at += 1) {
      this.#element(`button ${at}`, { x: 16 + at * 168, y: top, width: 160, height: 42 }, (pen, isTrap) => {
        const isOther = isTrap && at === 1
        pen.fillStyle = `hsl(${hue + at * 120 + (isOther ? 140 : 0)}, 75%, 45%)`
        pen.beginPath()
        pen.roundRect(1, 1, 158, 40, corners[1])
        pen.fill()
        const label = labels[(first + at + (isTrap && !isOther ? 4 : 0)) % labels.length] ?? ''
        this.#text(label, 48, 27, { size: 16, color: '#ffffff' })
      })
    }
  }

  /** Line icons, which a dark look inverts. */
  #tabs(top: number): void {
    const { glyphs } = this.#drawings
    const first = Math.floor(this.#random() * glyphs.length)
    for (let at = 0; at < 5; at += 1) {
      const box = { x: 20 + at * 70, y: top, width: 34, height: 34 }
      this.#element(`tab ${at}`, box, (pen, isTrap) => {
        pen.translate(5, 5)
        pen.strokeStyle = this.#look.dark ? '#e6e8ea' : '#22262b'
        pen.lineWidth = 1.8
        glyphs[(first + at * 2 + (isTrap ? 1 : 0)) % glyphs.length]?.(pen, 0)
        pen.stroke()
      })
    }
  }

  #text(words: string, x: number, y: number, { size, color }: { size: number; color?: string }): void {
    this.#pen.font = `${size}px ${fontFamily}`
    this.#pen.fillStyle = color ?? (this.#look.dark ? '#e6e8ea' : '#1c1f23')
    this.#pen.fillText(words, x, y)
  }
}

const withBrightness = (canvas: Canvas, factor: number): Canvas => {
  const pen = canvas.getContext('2d')
  const image = pen.getImageData(0, 0, canvas.width, canvas.height)
  for (let at = 0; at < image.data.length; at += 4)
    for (let part = 0; part < 3; part += 1)
      image.data[at + part] = Math.min(255, (image.data[at + part] ?? 0) * factor)
  pen.putImageData(image, 0, 0)
  return canvas
}

async function asJpeg(canvas: Canvas, quality: number): Promise<Canvas> {
  const image = await loadImage(canvas.toBuffer('image/jpeg', quality))
  const pen = canvas.getContext('2d')
  pen.resetTransform()
  pen.drawImage(image, 0, 0)
  return canvas
}

function crop(canvas: Canvas, { x, y, width, height }: Box): string {
  const part = createCanvas(width, height)
  part.getContext('2d').drawImage(canvas, x, y, width, height, 0, 0, width, height)
  return part.toBuffer('image/png').toString('base64')
}

interface Plan {
  kind: string
  present: boolean
  look: (widths: { from: number; other: number }, element: string, at: number) => Look
  change?: (canvas: Canvas, at: number, drawings: Drawings) => Canvas | Promise<Canvas>
  elements: string[]
  count: number
}

const coloured = ['icon 1', 'button 0', 'photo 1', 'avatar 2', 'icon 6', 'name 1', 'tab 3', 'button 1']
const lined = ['tab 1', 'name 2', 'tab 4', 'name 0']
const jpeg = (canvas: Canvas, at: number, { leastQuality }: Drawings) =>
  asJpeg(canvas, leastQuality + (at % 6) * 10)
const plans: Plan[] = [
  { kind: 'same', present: true, look: ({ from }) => ({ width: from }), elements: coloured, count: 16 },
  {
    kind: 'other width',
    present: true,
    look: ({ other }) => ({ width: other }),
    elements: coloured,
    count: 36,
  },
  {
    kind: 'brightness',
    present: true,
    look: ({ from }) => ({ width: from }),
    change: (canvas, at, { brightness }) => withBrightness(canvas, brightness[at % 2 ? 0 : 1]),
    elements: coloured,
    count: 18,
  },
  {
    kind: 'JPEG',
    present: true,
    look: ({ from }) => ({ width: from }),
    change: jpeg,
    elements: coloured,
    count: 18,
  },
  {
    kind: 'other width, JPEG',
    present: true,
    look: ({ other }) => ({ width: other }),
    change: jpeg,
    elements: coloured,
    count: 10,
  },
  {
    kind: 'dark',
    present: true,
    look: ({ from }) => ({ width: from, dark: true }),
    elements: lined,
    count: 12,
  },
  {
    kind: 'scrolled',
    present: true,
    look: ({ from }, _, at) => ({ width: from, scroll: -3.1 - (at % 7) / 5 }),
    elements: coloured,
    count: 12,
  },
  {
    kind: 'absent',
    present: false,
    look: ({ from, other }, element, at) => ({ width: at % 3 ? from : other, without: element }),
    elements: [...coloured, ...lined],
    count: 26,
  },
  {
    kind: 'near-duplicate',
    present: false,
    look: ({ from, other }, element, at) => ({ width: at % 3 ? from : other, trap: element }),
    elements: coloured,
    count: 40,
  },
  {
    kind: 'near-duplicate, dark',
    present: false,
    look: ({ from }, element) => ({ width: from, trap: element, dark: true }),
    elements: lined,
    count: 12,
  },
]

/** Two hundred screens with a picture to find or not to find; the same in each run. */
export async function* pictureCases({ share = 1, set = tuned } = {}): AsyncGenerator<PictureCase> {
  loadFonts()
  const width = (at: number) => set.widths[at % 3] ?? 1080
  let { seed } = set
  for (const plan of plans)
    for (let at = 0; at < plan.count; at += 1) {
      seed += 1
      if (at >= Math.ceil(plan.count * share)) continue
      const element = plan.elements[at % plan.elements.length] ?? ''
      const from = width(at)
      const other = width(at + 1 + (Math.floor(at / 3) % 2))
      const source = new Scene(set, seed, { width: from })
      const shown = new Scene(set, seed, plan.look({ from, other }, element, at))
      const box = shown.boxes.get(element)
      const cut = source.boxes.get(element)
      if (!box || !cut) throw new Error(`no ${element}`)
      yield {
        name: `${plan.kind}: ${element} (${seed})`,
        picture: crop(source.canvas, cut),
        pictureScreenWidth: from,
        screen: (await plan.change?.(shown.canvas, at, set)) ?? shown.canvas,
        expected: plan.present ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : undefined,
      }
    }
}
