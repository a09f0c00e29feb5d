import type { AppId } from '../apps.ts'
import { inset, type Rect } from '../geometry.ts'
import { glyphs } from './glyphs.ts'
import type { Pen } from './pen.ts'

const white = '#ffffff'
const colours: Record<AppId, [string, string]> = {
  counter: ['#4f8bff', '#2b5cf0'],
  notes: ['#ffd75e', '#f7b519'],
  colours: ['#ffffff', '#eceef5'],
  gallery: ['#ff9a6b', '#f4517b'],
  settings: ['#8f99ab', '#5a6478'],
  calculator: ['#3b4252', '#20242f'],
  stopwatch: ['#2c3140', '#151821'],
  weather: ['#5cb8ff', '#2f7df0'],
  club: ['#ff8a5c', '#e8505b'],
}

/** All glyphs fit in a square of 100 by 100. */
type Drawing = (pen: Pen) => void
const drawings: Record<AppId, Drawing> = {
  counter: (pen) => {
    pen.box({ x: 20, y: 27, width: 60, height: 46 }, '#ffffff', 12)
    pen.text('+1', { x: 50, y: 50 }, { size: 32, bold: true, colour: '#2b5cf0', align: 'center' })
  },
  notes: (pen) => pen.glyph(glyphs.note, { x: 19, y: 19, width: 62, height: 62 }, white),
  colours: (pen) => {
    const { context } = pen
    for (let part = 0; part < 8; part++) {
      context.fillStyle = `hsl(${part * 45} 85% 58%)`
      context.beginPath()
      context.arc(50, 50, 31, (part - 0.52) * (Math.PI / 4), (part + 0.52) * (Math.PI / 4))
      context.lineTo(50, 50)
      context.fill()
    }
    pen.disc({ x: 50, y: 50 }, 12, white)
  },
  gallery: (pen) => {
    pen.disc({ x: 66, y: 34 }, 9, '#fff3c4')
    pen.context.fillStyle = white
    pen.context.beginPath()
    pen.context.moveTo(14, 76)
    pen.context.lineTo(40, 42)
    pen.context.lineTo(56, 62)
    pen.context.lineTo(65, 52)
    pen.context.lineTo(86, 76)
    pen.context.closePath()
    pen.context.fill()
  },
  settings: (pen) => pen.glyph(glyphs.gear, { x: 20, y: 18, width: 60, height: 60 }, white),
  calculator: (pen) => {
    pen.box({ x: 22, y: 20, width: 56, height: 17 }, '#aeb6c6', 5)
    for (let key = 0; key < 9; key++) {
      const at = { x: 22 + (key % 3) * 20, y: 43 + Math.floor(key / 3) * 14, width: 16, height: 10 }
      pen.box(at, key % 3 === 2 ? '#ff9f38' : white, 4)
    }
  },
  stopwatch: (pen) => {
    const { context } = pen
    pen.box({ x: 44, y: 13, width: 12, height: 12 }, '#ff9f38', 3)
    pen.disc({ x: 50, y: 54 }, 31, white)
    context.strokeStyle = '#ff6a3d'
    context.lineWidth = 5
    context.lineCap = 'round'
    context.beginPath()
    context.moveTo(50, 54)
    context.lineTo(64, 40)
    context.stroke()
    pen.disc({ x: 50, y: 54 }, 5, '#20242f')
  },
  weather: (pen) => {
    pen.disc({ x: 62, y: 40 }, 18, '#ffd65a')
    pen.glyph(glyphs.cloud, { x: 14, y: 26, width: 62, height: 62 }, white)
  },
  club: (pen) => pen.glyph(glyphs.heart, { x: 21, y: 22, width: 58, height: 58 }, white),
}

export function drawAppIcon(pen: Pen, app: AppId, rect: Rect): void {
  drawTile(pen, rect, colours[app])
  onGrid(pen, rect, () => drawings[app](pen))
}

/** An app installed from a package has its first letter as icon, and a colour derived from its name. */
export function drawInstalledIcon(pen: Pen, name: string, rect: Rect): void {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)
  drawTile(pen, rect, [`hsl(${hue} 70% 60%)`, `hsl(${hue} 70% 44%)`])
  const letter = ([...name][0] ?? '?').toUpperCase()
  onGrid(pen, rect, () =>
    pen.text(letter, { x: 50, y: 50 }, { size: 50, bold: true, colour: white, align: 'center' }),
  )
}

function drawTile(pen: Pen, rect: Rect, [from, to]: [string, string]): void {
  const radius = rect.width * 0.28
  pen.shadowedBox(rect, to, radius, { colour: 'rgba(10, 14, 30, 0.35)', blur: 10 })
  pen.box(rect, pen.downward(rect, from, to), radius)
  pen.outline(inset(rect, 0.5), 'rgba(255, 255, 255, 0.22)', radius)
}

function onGrid({ context }: Pen, rect: Rect, draw: () => void): void {
  context.save()
  context.translate(rect.x, rect.y)
  context.scale(rect.width / 100, rect.height / 100)
  draw()
  context.restore()
}
